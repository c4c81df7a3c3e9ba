# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# nix-build -E 'with import <nixpkgs> { }; callPackage packaging/nix/package.nix { }'
{ lib, stdenv, cmake, glslang, gperftools, libglvnd, libpng, libseccomp, libsodium, ninja, pkg-config
, spirv-headers, vulkan-headers, vulkan-loader, vulkan-volk, xorg, xxHash, zstd }:

stdenv.mkDerivation {
  pname = "galvan";
  version = "0.2.0";
  src = lib.cleanSource ../..;

  nativeBuildInputs = [ cmake glslang ninja pkg-config ];
  buildInputs = [
    gperftools libglvnd libpng libseccomp libsodium spirv-headers vulkan-headers vulkan-loader
    vulkan-volk xorg.libX11 xorg.libxcb xorg.xcbutilkeysyms xxHash zstd
  ];
  cmakeFlags = [ "-DGALVAN_TESTS=OFF" ];

  # Galvan opens the Vulkan loader by its file name, which no search path finds on NixOS.
  postFixup = ''
    patchelf --add-rpath ${lib.makeLibraryPath [ vulkan-loader ]} \
      $out/bin/galvan $out/lib/galvan/libvirglrenderer.so.1 $out/lib/libgalvan.so
  '';

  meta = {
    description = "OpenGL on any Vulkan device, for unmodified programs";
    license = lib.licenses.mit;
    platforms = lib.platforms.linux;
    mainProgram = "galvan";
  };
}
