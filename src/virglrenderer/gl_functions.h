/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The functions of the caller's OpenGL that Galvan uses, looked up at run time. */
#ifndef GV_VR_GL_FUNCTIONS_H
#define GV_VR_GL_FUNCTIONS_H

#include <GL/glcorearb.h>
#include <GL/glext.h>

/* F(pointer type, name) */
#define GL_FUNCTIONS(F)                                                                            \
    F(PFNGLGETSTRINGPROC, glGetString)                                                             \
    F(PFNGLGETERRORPROC, glGetError)                                                               \
    F(PFNGLGENTEXTURESPROC, glGenTextures)                                                         \
    F(PFNGLDELETETEXTURESPROC, glDeleteTextures)                                                   \
    F(PFNGLBINDTEXTUREPROC, glBindTexture)                                                         \
    F(PFNGLTEXPARAMETERIPROC, glTexParameteri)                                                     \
    F(PFNGLPIXELSTOREIPROC, glPixelStorei)                                                         \
    F(PFNGLTEXIMAGE2DPROC, glTexImage2D)                                                           \
    F(PFNGLTEXSUBIMAGE2DPROC, glTexSubImage2D)                                                     \
    F(PFNGLFINISHPROC, glFinish)

/* The functions of GL_EXT_memory_object_fd, and the functions that detect this extension. OpenGL
 * may lack all of these functions. */
#define GL_MEMORY_FUNCTIONS(F)                                                                     \
    F(PFNGLGETINTEGERVPROC, glGetIntegerv)                                                         \
    F(PFNGLGETSTRINGIPROC, glGetStringi)                                                           \
    F(PFNGLGETUNSIGNEDBYTEVEXTPROC, glGetUnsignedBytevEXT)                                         \
    F(PFNGLGETUNSIGNEDBYTEI_VEXTPROC, glGetUnsignedBytei_vEXT)                                     \
    F(PFNGLCREATEMEMORYOBJECTSEXTPROC, glCreateMemoryObjectsEXT)                                   \
    F(PFNGLDELETEMEMORYOBJECTSEXTPROC, glDeleteMemoryObjectsEXT)                                   \
    F(PFNGLMEMORYOBJECTPARAMETERIVEXTPROC, glMemoryObjectParameterivEXT)                           \
    F(PFNGLIMPORTMEMORYFDEXTPROC, glImportMemoryFdEXT)                                             \
    F(PFNGLTEXSTORAGEMEM2DEXTPROC, glTexStorageMem2DEXT)

struct gv_vr_gl_functions {
#define F(type, name) type name;
    GL_FUNCTIONS(F)
    GL_MEMORY_FUNCTIONS(F)
#undef F
};

#endif
