# Headers of the standard library and of others that many files include are compiled once a target, which halves the time of a
# small file. Each file still includes what it needs: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without.
# texelscope_precompile(TARGET [REUSE OTHER | HEADERS...]); OTHER is compiled with the same options.
function(texelscope_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 with "" REUSE "")
  set(headers algorithm array cmath cstdint cstring filesystem functional limits map memory optional set span string string_view
      utility vector ${with_UNPARSED_ARGUMENTS})
  list(TRANSFORM headers PREPEND "$<$<COMPILE_LANGUAGE:CXX>:<")
  list(TRANSFORM headers APPEND "$<ANGLE-R>>")
  # GCC 12 and 14 then warn of sizes and offsets in std::string that cannot be, as they no longer know where the code came from.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow -Wno-array-bounds>)
  endif()
  if(with_REUSE)
    target_precompile_headers(${target} REUSE_FROM ${with_REUSE})
  else()
    target_precompile_headers(${target} PRIVATE ${headers})
  endif()
endfunction()
