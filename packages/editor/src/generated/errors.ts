// Generated from catalogue/ by `npm run gen`. Do not edit.
export const errorTable = {
  "E_ADAPTER": {
    "when": "The debug adapter refused a request or answered something unusable.",
    "hint": "Read its message; {tool:dap_logs} shows what the adapter and the program printed.",
    "retryable": false
  },
  "E_FILE_NOT_FOUND": {
    "when": "The path names no file.",
    "hint": "Give the path of an existing file, relative to the workspace folder or absolute.",
    "retryable": false
  },
  "E_INVALID_PATH": {
    "when": "The path is not a usable file path.",
    "hint": "Give a path relative to the workspace folder, an absolute path or a file URI.",
    "retryable": false
  },
  "E_INVALID_LINE": {
    "when": "The line is beyond the end of the file, or the adapter cannot stop there.",
    "hint": "Use one of the nearest lines in the details.",
    "retryable": false
  },
  "E_CONTENT_MISMATCH": {
    "when": "The line does not contain the expected text.",
    "hint": "Read the file again, then call with the current line or text.",
    "retryable": false
  },
  "E_AMBIGUOUS_SYMBOL": {
    "when": "Several places match the text or name.",
    "hint": "Pass {param:near} with a line, or a longer text.",
    "retryable": false
  },
  "E_SYMBOL_NOT_FOUND": {
    "when": "No place matches the text or name.",
    "hint": "Check the spelling against the file.",
    "retryable": false
  },
  "E_NOT_FOUND": {
    "when": "The id or location names nothing.",
    "hint": "List first, then use an id from the list.",
    "retryable": false
  },
  "E_NO_SESSION": {
    "when": "Nothing is being debugged, or the session id is unknown.",
    "hint": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
    "retryable": false
  },
  "E_AMBIGUOUS_SESSION": {
    "when": "Several sessions are live and the call names none.",
    "hint": "Pass {param:session} with one of the ids in the message.",
    "retryable": false
  },
  "E_NOT_STOPPED": {
    "when": "The program is running, and the call needs it to be stopped.",
    "hint": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
    "retryable": true
  },
  "E_ALREADY_STOPPED": {
    "when": "The program is already stopped.",
    "hint": "Inspect it now with {tool:stack_get} or {tool:variable_list}.",
    "retryable": false
  },
  "E_SESSION_ENDED": {
    "when": "The session ended before the call could be answered.",
    "hint": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
    "retryable": false
  },
  "E_LAUNCH_FAILED": {
    "when": "The adapter could not start or attach to the program.",
    "hint": "Correct what the message names, then start again.",
    "retryable": true
  },
  "E_PRELAUNCH_FAILED": {
    "when": "The task that runs before the program failed.",
    "hint": "Correct what its output names, then start again.",
    "retryable": true
  },
  "E_CONFIG_NOT_FOUND": {
    "when": "No launch configuration has that name.",
    "hint": "Use a name from {tool:launch_list}.",
    "retryable": false
  },
  "E_NO_ADAPTER": {
    "when": "No debug adapter is installed for this kind of program.",
    "hint": "Run the named command, then start again.",
    "retryable": false
  },
  "E_UNSUPPORTED_CAPABILITY": {
    "when": "The debug adapter cannot do this.",
    "hint": "Use what the message names instead.",
    "retryable": false
  },
  "E_EVALUATE_FAILED": {
    "when": "The expression could not be evaluated in the program.",
    "hint": "Use the syntax of the program's language and names visible in the frame.",
    "retryable": false
  },
  "E_IMMUTABLE": {
    "when": "The variable cannot be changed.",
    "hint": "Change another variable, or edit the source and restart.",
    "retryable": false
  },
  "E_UNTRUSTED_WORKSPACE": {
    "when": "The program is outside the folders that Molehill was started for.",
    "hint": "Start Molehill in that folder, or pass it with --workspace.",
    "retryable": false
  },
  "E_NO_TEST_AT_LOCATION": {
    "when": "No test was found at that line or with that name.",
    "hint": "List the tests with {tool:test_discover}.",
    "retryable": false
  },
  "E_TESTS_NOT_DISCOVERED": {
    "when": "No test framework was recognised, or its tests could not be listed.",
    "hint": "Correct what the message names, then call {tool:test_discover} again.",
    "retryable": true
  },
  "E_NO_LANGUAGE_SERVER": {
    "when": "No language server serves this kind of file.",
    "hint": "Run the named command, then call again.",
    "retryable": false
  },
  "E_LSP_NOT_READY": {
    "when": "The language server is still loading the project.",
    "hint": "Call again in a few seconds.",
    "retryable": true
  },
  "E_LANGUAGE_SERVER": {
    "when": "The language server refused a request, ended, or answered something unusable.",
    "hint": "Read its message; call again if the server ended, since the next call starts it.",
    "retryable": true
  },
  "E_RENAME_REJECTED": {
    "when": "The language server does not rename what is at this place.",
    "hint": "Name a symbol that is declared in this workspace.",
    "retryable": false
  },
  "E_CONFLICT": {
    "when": "A file is not as it was when the change was planned, has unsaved changes, or the target exists.",
    "hint": "Call again, so that the change is planned on the present content.",
    "retryable": false
  },
  "E_WRITE_FAILED": {
    "when": "A file could not be written. What was changed before it was restored.",
    "hint": "Correct what the message names, then call again.",
    "retryable": false
  },
  "E_SETTINGS_DAMAGED": {
    "when": "A settings file is not JSON with comments.",
    "hint": "Correct the file at the named line, then call again.",
    "retryable": false
  }
} as const;
