# What `cmake --install BUILD --component program` brings: the program with all that it finds beside itself, and what shells and
# desktops read.

# `texelscope trace` finds its library beside itself, or in ../lib/texelscope.
install(TARGETS texelscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
if(TARGET texelscope_trace)
  add_dependencies(texelscope texelscope_trace)
  install(TARGETS texelscope_trace LIBRARY DESTINATION lib/texelscope COMPONENT program)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/texelscope COMPONENT program)
# What `texelscope answers` searches.
install(FILES ${PROJECT_SOURCE_DIR}/docs/answers.md DESTINATION ${CMAKE_INSTALL_DATADIR}/texelscope/docs COMPONENT program)
# What `texelscope export --as html` fills; ./scripts/web.sh makes it.
install(FILES ${PROJECT_SOURCE_DIR}/dist/web/explorer.html DESTINATION ${CMAKE_INSTALL_DATADIR}/texelscope/web COMPONENT program OPTIONAL)

# The man page and the completions are made by the program from its own options.
set(shell_files ${PROJECT_BINARY_DIR}/shell)
foreach(pair man:texelscope.1 bash:texelscope zsh:_texelscope fish:texelscope.fish)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 kind)
  list(GET pair 1 name)
  add_custom_command(OUTPUT ${shell_files}/${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${shell_files}
    COMMAND texelscope --shell-file ${kind} > ${shell_files}/${name}
    DEPENDS texelscope VERBATIM)
  list(APPEND shell_outputs ${shell_files}/${name})
endforeach()
add_custom_command(OUTPUT ${shell_files}/texelscope.1.gz
  COMMAND gzip -9nkf ${shell_files}/texelscope.1 DEPENDS ${shell_files}/texelscope.1 VERBATIM)
add_custom_target(shell_files ALL DEPENDS ${shell_outputs} ${shell_files}/texelscope.1.gz)
install(FILES ${shell_files}/texelscope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${shell_files}/texelscope DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${shell_files}/texelscope.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(CODE "
  set(zsh_folder zsh/site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\" AND EXISTS /etc/debian_version)
    set(zsh_folder zsh/vendor-completions) # Debian's zsh reads the other one in /usr/local alone
  endif()
  file(INSTALL ${shell_files}/_texelscope DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/\${zsh_folder}\")
" COMPONENT program)

set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES ${packaging}/texelscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
install(FILES ${packaging}/texelscope.svg DESTINATION ${icons}/scalable/apps COMPONENT program)
install(FILES ${packaging}/texelscope.png DESTINATION ${icons}/256x256/apps COMPONENT program)
install(FILES ${packaging}/texelscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT program)
install(FILES ${packaging}/texelscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT program)
