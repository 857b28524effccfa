# Headers of the standard library and of others that many files include are compiled once a target, which halves the time of a
# small file. Each file still includes what it needs: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without.
function(texelscope_precompile target)
  set(headers algorithm array cmath cstdint cstring filesystem functional limits map memory optional set span string string_view
      utility vector ${ARGN})
  list(TRANSFORM headers PREPEND "$<$<COMPILE_LANGUAGE:CXX>:<")
  list(TRANSFORM headers APPEND "$<ANGLE-R>>")
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()
