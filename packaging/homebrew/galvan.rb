# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# For Homebrew on Linux. Builds the archive of scripts/release; replace the zeros by the archive's
# checksum: brew install --build-from-source ./galvan.rb
class Galvan < Formula
  desc "OpenGL on any Vulkan device, for unmodified programs"
  homepage "https://example.org/galvan"
  url "https://example.org/galvan/galvan-0.2.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "glslang" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "spirv-headers" => :build
  depends_on "vulkan-headers" => :build
  depends_on "vulkan-volk" => :build
  depends_on "gperftools"
  depends_on "libpng"
  depends_on "libseccomp"
  depends_on "libsodium"
  depends_on "libx11"
  depends_on "libxcb"
  depends_on :linux
  depends_on "mesa"
  depends_on "vulkan-loader"
  depends_on "xcb-util-keysyms"
  depends_on "xxhash"
  depends_on "zstd"

  def install
    system "cmake", "-G", "Ninja", "-S", ".", "-B", "build", "-DGALVAN_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "galvan #{version}", shell_output("#{bin}/galvan --version")
  end
end
