# texelscope_shipped_bodies(TARGET ROOT): gives the target shipped_bodies.inc, the texts of the fetch bodies in assets/fetches, which
# kernels/unit/resolve/shipped_body.cpp includes; in the order of ShippedBody.
function(texelscope_shipped_bodies target root)
  set(bodies assets/fetches/1-plain.cu assets/fetches/2-bilinear-in-float.cu assets/fetches/3-bicubic-b-spline.cu
      assets/fetches/4-catmull-rom.cu assets/fetches/5-ordered-dither.cu assets/fetches/6-nearest-by-gather.cu)
  set(paths ${bodies})
  list(TRANSFORM paths PREPEND ${root}/)
  set(embedded ${CMAKE_CURRENT_BINARY_DIR}/embedded/shipped_bodies.inc)
  add_custom_command(OUTPUT ${embedded}
    COMMAND ${CMAKE_COMMAND} -DOUT=${embedded} -DROOT=${root} "-DFILES=${bodies}" -P ${root}/cmake/Embed.cmake
    DEPENDS ${paths} ${root}/cmake/Embed.cmake VERBATIM)
  target_sources(${target} PRIVATE ${embedded})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/embedded)
endfunction()
