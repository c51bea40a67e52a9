// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { ToolDefinition } from '../definition.ts';
import type { ToolName } from './types.ts';

export const definitions: Readonly<Record<ToolName, ToolDefinition>> = {
  "action_apply": {
    "title": "Apply a code action",
    "description": "Applies an action of action_list, or source.fixAll or source.organizeImports to a file.",
    "category": "refactoring",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": true,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 30000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "file": "path"
    },
    "requires": [],
    "hints": {
      "E_STALE_REFERENCE": "Call {tool:action_list} again.",
      "E_CONFLICT": "Call {tool:action_list} again.",
      "E_INVALID_PARAMS": "Use a handle of {tool:action_list}.",
      "E_FILE_NOT_FOUND": "Give the path of an existing file, relative to the workspace folder.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "handle": {
          "type": "string",
          "description": "From action_list"
        },
        "path": {
          "type": "string"
        },
        "kind": {
          "type": "string"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "description": "Absent where there was nothing to do"
        },
        "applied": {
          "type": "boolean"
        },
        "saved": {
          "type": "boolean"
        },
        "commands": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Commands that the server ran"
        },
        "totalEdits": {
          "type": "integer"
        },
        "settled": {
          "type": "boolean",
          "description": "Whether the servers had finished checking"
        },
        "unchecked": {
          "type": "integer",
          "description": "Touched files that no server checked"
        },
        "newDiagnostics": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "severity": {
                "type": "string",
                "enum": [
                  "error",
                  "warning",
                  "info",
                  "hint"
                ]
              },
              "code": {
                "type": "string"
              },
              "source": {
                "type": "string",
                "description": "The tool that reports it"
              },
              "message": {
                "type": "string"
              },
              "fixes": {
                "type": "integer",
                "description": "Number of quick fixes"
              }
            },
            "required": [
              "path",
              "line",
              "column",
              "severity",
              "message"
            ]
          }
        },
        "files": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "edits": {
                "type": "integer"
              },
              "changes": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "line": {
                      "type": "integer",
                      "description": "First line before the change"
                    },
                    "old": {
                      "type": "string"
                    },
                    "new": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "line",
                    "old",
                    "new"
                  ]
                },
                "description": "In a preview"
              }
            },
            "required": [
              "path",
              "edits"
            ]
          }
        }
      },
      "required": [
        "applied",
        "saved",
        "commands",
        "totalEdits",
        "settled",
        "unchecked",
        "newDiagnostics",
        "files"
      ]
    }
  },
  "action_list": {
    "title": "List code actions",
    "description": "Quick fixes and refactorings that the language server offers for lines of a file; apply one with action_apply.",
    "category": "refactoring",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 15000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "file": "path"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file, relative to the workspace folder.",
      "E_INVALID_LINE": "Use a line of the file.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "endLine": {
          "type": "integer",
          "minimum": 1
        },
        "kinds": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "quickfix, refactor, source …"
        }
      },
      "required": [
        "path",
        "line"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "total": {
          "type": "integer"
        },
        "actions": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "handle": {
                "type": "string",
                "description": "Valid until the file changes"
              },
              "title": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "preferred": {
                "type": "boolean"
              },
              "disabled": {
                "type": "string",
                "description": "Why it cannot be applied"
              },
              "edits": {
                "type": "integer"
              }
            },
            "required": [
              "handle",
              "title"
            ]
          }
        }
      },
      "required": [
        "total",
        "actions"
      ]
    }
  },
  "breakpoint_clear": {
    "title": "Clear breakpoints",
    "description": "Removes all your breakpoints, or those of a file or group. The person's own stay unless owner is all.",
    "category": "breakpoints",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "breakpoint_clear_file",
      "breakpoint_clear_project"
    ],
    "parameterAliases": {
      "file": "path",
      "filePath": "path"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave {param:path} out."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "group": {
          "type": "string"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "cleared": {
          "type": "integer"
        },
        "kept": {
          "type": "integer"
        }
      },
      "required": [
        "cleared",
        "kept"
      ]
    }
  },
  "breakpoint_list": {
    "title": "List breakpoints",
    "description": "Lists breakpoints with what the adapter said about each, how often it was hit, and whose it is.",
    "category": "breakpoints",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "file": "path",
      "filePath": "path"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave {param:path} out."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "unboundOnly": {
          "type": "boolean",
          "description": "Only those that no adapter has bound",
          "default": false
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "breakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "kind": {
                "type": "string",
                "enum": [
                  "line",
                  "function",
                  "exception",
                  "data"
                ]
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "requestedLine": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "content": {
                "type": "string",
                "description": "The text of the line"
              },
              "condition": {
                "type": "string"
              },
              "hitCondition": {
                "type": "string"
              },
              "logMessage": {
                "type": "string"
              },
              "group": {
                "type": "string"
              },
              "enabled": {
                "type": "boolean"
              },
              "verified": {
                "anyOf": [
                  {
                    "type": "boolean"
                  },
                  {
                    "type": "string"
                  }
                ],
                "description": "What the adapter said; \"pending\" before a session asked it"
              },
              "message": {
                "type": "string"
              },
              "moved": {
                "type": "boolean",
                "description": "Whether it is on another line than asked for"
              },
              "hits": {
                "type": "integer"
              },
              "owner": {
                "type": "string",
                "enum": [
                  "agent",
                  "user"
                ]
              }
            },
            "required": [
              "id",
              "kind",
              "enabled",
              "verified",
              "hits",
              "owner"
            ]
          }
        },
        "total": {
          "type": "integer"
        }
      },
      "required": [
        "breakpoints",
        "total"
      ]
    }
  },
  "breakpoint_remove": {
    "title": "Remove a breakpoint",
    "description": "Removes one breakpoint by id, place or function. For many, use breakpoint_clear.",
    "category": "breakpoints",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "breakpoint": "id",
      "breakpointId": "id",
      "file": "path",
      "filePath": "path",
      "lineNumber": "line",
      "functionName": "function"
    },
    "requires": [],
    "hints": {
      "E_NOT_FOUND": "Use an id from {tool:breakpoint_list}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "description": "From breakpoint_set or breakpoint_list"
        },
        "path": {
          "type": "string"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "function": {
          "type": "string"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "removed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              }
            },
            "required": [
              "id"
            ]
          }
        }
      },
      "required": [
        "removed"
      ]
    }
  },
  "breakpoint_set_data": {
    "title": "Stop when a value changes",
    "description": "Stops the program when a variable is written or read, where the adapter supports it. Needs a stopped program.",
    "category": "breakpoints",
    "tier": "expert",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": "supportsDataBreakpoints"
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "ref": "variablesReference"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_NOT_STOPPED": "Stop it first with {tool:debug_pause}.",
      "E_STALE_REFERENCE": "Get a new one from {tool:variable_list}.",
      "E_UNSUPPORTED_CAPABILITY": "Set a conditional breakpoint with {tool:breakpoint_set} where the value is assigned."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "variablesReference": {
          "type": "string",
          "description": "Reference of the container"
        },
        "name": {
          "type": "string",
          "description": "Its variable"
        },
        "expression": {
          "type": "string",
          "description": "Instead of a reference"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string"
        },
        "dataId": {
          "type": "string"
        },
        "description": {
          "type": "string"
        },
        "canPersist": {
          "type": "boolean"
        }
      },
      "required": [
        "id",
        "dataId",
        "description",
        "canPersist"
      ]
    }
  },
  "breakpoint_set_exception": {
    "title": "Stop on exceptions",
    "description": "Chooses which exceptions stop the running session. At a start, pass exceptions to debug_start instead.",
    "category": "breakpoints",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}, which takes {param:exceptions}.",
      "E_UNSUPPORTED_CAPABILITY": "Use one of the offered filters, or {param:mode}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "mode": {
          "type": "string",
          "enum": [
            "none",
            "uncaught",
            "all"
          ]
        },
        "filters": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Filter ids of the adapter instead of a mode"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "filters": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "offered": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "label": {
                "type": "string"
              },
              "default": {
                "type": "boolean"
              }
            },
            "required": [
              "id",
              "label"
            ]
          }
        }
      },
      "required": [
        "filters",
        "offered"
      ]
    }
  },
  "breakpoint_set": {
    "title": "Set a breakpoint",
    "description": "Sets or updates a breakpoint by line, text or function; call before debug_start. To stop once, use debug_run_to_line.",
    "category": "breakpoints",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 1500,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "breakpoint_add"
    ],
    "parameterAliases": {
      "file": "path",
      "filePath": "path",
      "lineNumber": "line",
      "functionName": "function"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
      "E_INVALID_PATH": "Give a path relative to the workspace folder.",
      "E_INVALID_LINE": "Use one of the lines in details.nearest.",
      "E_CONTENT_MISMATCH": "Use the line that the message shows, or set the breakpoint by {param:text}.",
      "E_AMBIGUOUS_SYMBOL": "Pass {param:near} with one of the lines, or a longer text.",
      "E_SYMBOL_NOT_FOUND": "Read the file, then pass text that one line contains, or {param:line}.",
      "E_UNSUPPORTED_CAPABILITY": "Set a plain breakpoint by path and line."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "text": {
          "type": "string",
          "description": "Content of the line instead of its number"
        },
        "function": {
          "type": "string"
        },
        "condition": {
          "type": "string"
        },
        "hitCondition": {
          "type": "string",
          "description": "5, >5 or %3"
        },
        "logMessage": {
          "type": "string",
          "description": "Prints instead of stopping; {expr} is evaluated"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string"
        },
        "kind": {
          "type": "string",
          "enum": [
            "line",
            "function",
            "exception",
            "data"
          ]
        },
        "path": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "requestedLine": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "content": {
          "type": "string",
          "description": "The text of the line"
        },
        "condition": {
          "type": "string"
        },
        "hitCondition": {
          "type": "string"
        },
        "logMessage": {
          "type": "string"
        },
        "group": {
          "type": "string"
        },
        "enabled": {
          "type": "boolean"
        },
        "verified": {
          "anyOf": [
            {
              "type": "boolean"
            },
            {
              "type": "string"
            }
          ],
          "description": "What the adapter said; \"pending\" before a session asked it"
        },
        "message": {
          "type": "string"
        },
        "moved": {
          "type": "boolean",
          "description": "Whether it is on another line than asked for"
        },
        "hits": {
          "type": "integer"
        },
        "owner": {
          "type": "string",
          "enum": [
            "agent",
            "user"
          ]
        }
      },
      "required": [
        "id",
        "kind",
        "enabled",
        "verified",
        "hits",
        "owner"
      ]
    }
  },
  "bridge_status": {
    "title": "Where calls run",
    "description": "Open editor windows, and which one or the headless host the other tools use here and why. Works without VS Code.",
    "category": "bridge",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 3000
    },
    "needs": {
      "host": false,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [],
    "hints": {},
    "inputSchema": {
      "type": "object",
      "properties": {}
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "version": {
          "type": "string"
        },
        "protocol": {
          "type": "integer",
          "description": "Version of the job folder's protocol"
        },
        "workspace": {
          "type": "string"
        },
        "used": {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "vscode",
                "headless",
                "none"
              ]
            },
            "window": {
              "type": "string"
            },
            "reason": {
              "type": "string"
            }
          },
          "required": [
            "kind",
            "reason"
          ],
          "description": "Where the other tools run"
        },
        "sessions": {
          "type": "integer",
          "description": "Programs being debugged in this process"
        },
        "windows": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "kind": {
                "type": "string",
                "enum": [
                  "vscode",
                  "headless",
                  "up"
                ]
              },
              "pid": {
                "type": "integer"
              },
              "folders": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "version": {
                "type": "string"
              },
              "heartbeatAgeMs": {
                "type": "integer"
              }
            },
            "required": [
              "id",
              "kind",
              "pid",
              "folders",
              "version",
              "heartbeatAgeMs"
            ]
          }
        }
      },
      "required": [
        "version",
        "protocol",
        "workspace",
        "used",
        "sessions",
        "windows"
      ]
    }
  },
  "code_disassemble": {
    "title": "Disassemble",
    "description": "Shows machine instructions at an address, by default where the top frame stopped.",
    "category": "inspection",
    "tier": "expert",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": "supportsDisassembleRequest"
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_UNSUPPORTED_CAPABILITY": "Use {tool:stack_get} with {param:sourceLines}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "address": {
          "type": "string",
          "description": "Default the top frame"
        },
        "count": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "default": 40
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "instructions": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "address": {
                "type": "string"
              },
              "instruction": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              }
            },
            "required": [
              "address",
              "instruction"
            ]
          }
        },
        "total": {
          "type": "integer"
        }
      },
      "required": [
        "instructions",
        "total"
      ]
    }
  },
  "code_format": {
    "title": "Format files",
    "description": "Formats files with their language server, or only checks them. Not with Prettier or other programs - run those in a terminal.",
    "category": "refactoring",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 30000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give paths of existing files, relative to the workspace folder.",
      "E_INVALID_PARAMS": "Leave out {param:formatter} to use the language server of each file.",
      "E_INVALID_LINE": "Use lines of the file.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
      "E_CONFLICT": "Call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "paths": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "organizeImports": {
          "type": "boolean",
          "default": false
        },
        "check": {
          "type": "boolean",
          "description": "Change nothing",
          "default": false
        }
      },
      "required": [
        "paths"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "changed": {
          "type": "integer",
          "description": "Files that were changed; with check, that would be"
        },
        "applied": {
          "type": "boolean"
        },
        "files": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "changed": {
                "type": "boolean"
              },
              "edits": {
                "type": "integer"
              },
              "error": {
                "type": "string",
                "description": "Why it was not formatted"
              }
            },
            "required": [
              "path",
              "changed",
              "edits"
            ]
          }
        }
      },
      "required": [
        "changed",
        "applied",
        "files"
      ]
    }
  },
  "dap_compare": {
    "title": "Compare two sessions",
    "description": "Compares two sessions, such as a good and a bad run, by counts, exceptions, output or events; tells where they first diverge.",
    "category": "traffic",
    "tier": "expert",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 10000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "a": {
          "type": "string",
          "description": "Session id"
        },
        "b": {
          "type": "string"
        },
        "by": {
          "type": "string",
          "enum": [
            "counts",
            "exceptions",
            "outputs",
            "timeline"
          ],
          "default": "counts"
        }
      },
      "required": [
        "a",
        "b"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "same": {
          "type": "boolean"
        },
        "deltas": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "key": {
                "type": "string"
              },
              "a": {},
              "b": {}
            },
            "required": [
              "key",
              "a",
              "b"
            ]
          }
        },
        "firstDivergence": {
          "type": "object",
          "properties": {
            "index": {
              "type": "integer",
              "description": "Counted from 0 in its stream"
            },
            "a": {
              "type": "string"
            },
            "b": {
              "type": "string"
            }
          },
          "required": [
            "index"
          ]
        }
      },
      "required": [
        "same",
        "deltas"
      ]
    }
  },
  "dap_exceptions": {
    "title": "List exceptions",
    "description": "Lists exceptions of a session, both those it stopped at and tracebacks and test failures found in its output.",
    "category": "traffic",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "count": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 10
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "exceptions": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "from": {
                "type": "string",
                "enum": [
                  "stop",
                  "output"
                ]
              },
              "kind": {
                "type": "string",
                "description": "python, node, go, pytest, jest …"
              },
              "type": {
                "type": "string"
              },
              "message": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "frames": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "t": {
                "type": "integer"
              },
              "seq": {
                "type": "integer",
                "description": "Of its first line in dap_logs"
              },
              "context": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            },
            "required": [
              "from",
              "kind",
              "message",
              "t"
            ]
          }
        },
        "total": {
          "type": "integer"
        }
      },
      "required": [
        "exceptions",
        "total"
      ]
    }
  },
  "dap_logs": {
    "title": "Read output",
    "description": "Reads what a debugged program and its adapter printed, also after it ended; continue with since = next.",
    "category": "traffic",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "dap_filter"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "since": {
          "type": "integer",
          "description": "`next` of the last call, or negative ms",
          "default": 0
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "default": 50
        },
        "category": {
          "type": "string",
          "enum": [
            "stdout",
            "stderr",
            "console",
            "all"
          ],
          "default": "all"
        },
        "match": {
          "type": "string",
          "description": "Regex"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "entries": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "seq": {
                "type": "integer"
              },
              "t": {
                "type": "integer",
                "description": "Milliseconds since the session started"
              },
              "category": {
                "type": "string"
              },
              "text": {
                "type": "string"
              },
              "source": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              }
            },
            "required": [
              "seq",
              "t",
              "category",
              "text"
            ]
          }
        },
        "next": {
          "type": "integer"
        },
        "dropped": {
          "type": "integer",
          "description": "Oldest entries no longer kept"
        },
        "truncated": {
          "type": "boolean",
          "description": "There are more after `next`"
        }
      },
      "required": [
        "entries",
        "next",
        "dropped",
        "truncated"
      ]
    }
  },
  "dap_request": {
    "title": "Send a DAP request",
    "description": "Sends a raw Debug Adapter Protocol request and returns its response; reading requests pass, others ask a person.",
    "category": "traffic",
    "tier": "expert",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": true
    },
    "timeout": {
      "wait": 0,
      "hard": 20000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "debug_tracker"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_CONFIRMATION_REQUIRED": "Use the tool made for it, such as {tool:debug_continue} or {tool:variable_set}.",
      "E_ADAPTER": "Correct the arguments by its message.",
      "E_UNSUPPORTED_CAPABILITY": "Use another request; {tool:debug_status} with {param:capabilities=true} shows what the adapter can do."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "command": {
          "type": "string"
        },
        "arguments": {
          "type": "object",
          "additionalProperties": {}
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      },
      "required": [
        "command"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "command": {
          "type": "string"
        },
        "body": {}
      },
      "required": [
        "command",
        "body"
      ]
    }
  },
  "dap_search": {
    "title": "Search output",
    "description": "Searches the kept output of a session by regular expression, with lines around each match.",
    "category": "traffic",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "pattern": {
          "type": "string",
          "description": "Regex"
        },
        "context": {
          "type": "integer",
          "minimum": 0,
          "maximum": 20,
          "default": 2
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      },
      "required": [
        "pattern"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "matches": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "session": {
                "type": "string"
              },
              "seq": {
                "type": "integer"
              },
              "t": {
                "type": "integer"
              },
              "category": {
                "type": "string"
              },
              "text": {
                "type": "string"
              },
              "before": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "after": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            },
            "required": [
              "seq",
              "t",
              "category",
              "text"
            ]
          }
        },
        "total": {
          "type": "integer"
        },
        "dropped": {
          "type": "integer",
          "description": "Oldest entries no longer kept and not searched"
        }
      },
      "required": [
        "matches",
        "total",
        "dropped"
      ]
    }
  },
  "dap_summary": {
    "title": "Summarise a session",
    "description": "Counts and rates of output, stops and exceptions of a session, with its first and last lines; start here before dap_logs.",
    "category": "traffic",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "dap_stats"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "groupBy": {
          "type": "string",
          "enum": [
            "category",
            "source",
            "minute"
          ]
        },
        "all": {
          "type": "boolean",
          "description": "Every session",
          "default": false
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "sessions": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "session": {
                "type": "string"
              },
              "name": {
                "type": "string"
              },
              "state": {
                "type": "string"
              },
              "durationMs": {
                "type": "integer"
              },
              "exitCode": {
                "type": "integer"
              },
              "events": {
                "type": "object",
                "additionalProperties": {
                  "type": "integer"
                }
              },
              "output": {
                "type": "object",
                "properties": {
                  "lines": {
                    "type": "object",
                    "additionalProperties": {
                      "type": "integer"
                    }
                  },
                  "bytes": {
                    "type": "integer"
                  },
                  "linesPerSecond": {
                    "type": "number"
                  },
                  "dropped": {
                    "type": "integer"
                  }
                },
                "required": [
                  "lines",
                  "bytes",
                  "linesPerSecond",
                  "dropped"
                ]
              },
              "exceptions": {
                "type": "integer"
              },
              "first": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "last": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "groups": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "key": {
                      "type": "string"
                    },
                    "lines": {
                      "type": "integer"
                    }
                  },
                  "required": [
                    "key",
                    "lines"
                  ]
                }
              }
            },
            "required": [
              "session",
              "name",
              "state",
              "durationMs",
              "events",
              "output",
              "exceptions",
              "first",
              "last"
            ]
          }
        },
        "total": {
          "type": "integer"
        }
      },
      "required": [
        "sessions",
        "total"
      ]
    }
  },
  "dap_timeline": {
    "title": "Show the timeline",
    "description": "Shows what happened in a session in order, with offsets in milliseconds, such as stops, exceptions and exit.",
    "category": "traffic",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "types": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "started",
              "stopped",
              "exception",
              "continued",
              "breakpoint",
              "thread",
              "module",
              "output",
              "exited",
              "terminated",
              "note"
            ]
          }
        },
        "granularity": {
          "type": "string",
          "enum": [
            "all",
            "summary",
            "milestones"
          ],
          "default": "milestones"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "events": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "t": {
                "type": "integer"
              },
              "type": {
                "type": "string"
              },
              "detail": {
                "type": "string"
              },
              "thread": {
                "type": "integer"
              },
              "count": {
                "type": "integer"
              }
            },
            "required": [
              "t",
              "type"
            ]
          }
        },
        "total": {
          "type": "integer"
        },
        "dropped": {
          "type": "integer"
        }
      },
      "required": [
        "events",
        "total",
        "dropped"
      ]
    }
  },
  "debug_attach": {
    "title": "Attach to a running program",
    "description": "Attaches the debugger to a process or debug port that already runs. To start a program, use debug_start.",
    "category": "execution",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": true
    },
    "timeout": {
      "wait": 20000,
      "hard": 30000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "name": "launch",
      "pid": "processId",
      "timeout": "timeoutMs"
    },
    "requires": [],
    "hints": {
      "E_CONFIG_NOT_FOUND": "Use a name from {tool:launch_list}.",
      "E_NO_ADAPTER": "Run the command that the message names, then attach again.",
      "E_LAUNCH_FAILED": "Check that the process runs and listens for a debugger, then attach again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "launch": {
          "type": "string",
          "description": "Name of an attach configuration"
        },
        "type": {
          "type": "string",
          "description": "node, python, go, lldb …"
        },
        "processId": {
          "type": "integer",
          "minimum": 1
        },
        "port": {
          "type": "integer",
          "minimum": 1,
          "maximum": 65535
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 25000,
          "default": 20000
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_continue": {
    "title": "Continue the program",
    "description": "Resumes a stopped program and waits for the next stop or its end. Use after debug_start stopped.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 30000,
      "hard": 50000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "threadId": "thread",
      "timeout": "timeoutMs"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_NOT_STOPPED": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 45000,
          "default": 30000
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_evaluate": {
    "title": "Evaluate expressions",
    "description": "Evaluates expressions in the language and frame of the stopped program; may run its code. To only read variables, variable_list or variable_get.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 10000,
      "hard": 20000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "frameId": "frame"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_STALE_REFERENCE": "Take a frame from {tool:stack_get} again.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again.",
      "E_EVALUATE_FAILED": "Use the syntax of the language of the program and names visible in the frame.",
      "E_TIMEOUT": "The message says what the program does now; simplify the expression."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "expression": {
          "type": "string"
        },
        "expressions": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "frame": {
          "type": "string",
          "description": "From stack_get; default the top frame"
        },
        "depth": {
          "type": "integer",
          "minimum": 0,
          "maximum": 3,
          "default": 0
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "results": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "expression": {
                "type": "string"
              },
              "value": {
                "type": "string"
              },
              "type": {
                "type": "string"
              },
              "variablesReference": {
                "type": "string",
                "description": "For variable_get"
              },
              "children": {
                "type": "array",
                "items": {}
              },
              "truncated": {
                "type": "boolean"
              },
              "redacted": {
                "type": "boolean"
              },
              "error": {
                "type": "string"
              }
            },
            "required": [
              "expression"
            ]
          }
        },
        "truncation": {
          "type": "object",
          "properties": {
            "dropped": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "What was dropped"
            },
            "next": {
              "type": "string",
              "description": "How to get it"
            }
          },
          "required": [
            "dropped",
            "next"
          ]
        }
      },
      "required": [
        "results"
      ]
    }
  },
  "debug_pause": {
    "title": "Pause the program",
    "description": "Stops a running program where it is, such as in an endless loop.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 5000,
      "hard": 10000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "threadId": "thread",
      "timeout": "timeoutMs"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_ALREADY_STOPPED": "Inspect it now with {tool:stack_get} or {tool:variable_list}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 8000,
          "default": 5000
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_restart": {
    "title": "Restart the program",
    "description": "Ends the program and starts it again the same way, after an edit. Breakpoints set by text follow their line.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": true
    },
    "timeout": {
      "wait": 30000,
      "hard": 60000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "timeout": "timeoutMs"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_AMBIGUOUS_SESSION": "Pass {param:session} with one of the ids in the message.",
      "E_UNSUPPORTED_CAPABILITY": "Start it with {tool:debug_start}.",
      "E_LAUNCH_FAILED": "Correct what the message names, then start again.",
      "E_PRELAUNCH_FAILED": "Correct what its output names, then start again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 45000,
          "default": 30000
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_run_to_line": {
    "title": "Run to a line",
    "description": "Resumes a stopped program until a line is reached, once; leaves no breakpoint behind.",
    "category": "execution",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 30000,
      "hard": 50000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "file": "path",
      "filePath": "path",
      "lineNumber": "line",
      "timeout": "timeoutMs"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or set a breakpoint with {tool:breakpoint_set}.",
      "E_INVALID_LINE": "Use one of the lines in details.nearest.",
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      },
      "required": [
        "path",
        "line"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_start": {
    "title": "Start debugging",
    "description": "Starts a program under the debugger and waits for the first stop or its end. Set breakpoints first.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": true
    },
    "timeout": {
      "wait": 30000,
      "hard": 60000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "name": "launch",
      "configuration": "launch",
      "launchName": "launch",
      "file": "path",
      "program": "path",
      "filePath": "path",
      "timeout": "timeoutMs"
    },
    "requires": [],
    "hints": {
      "E_CONFIG_NOT_FOUND": "Use a name from {tool:launch_list}, or pass {param:path}.",
      "E_NO_ADAPTER": "Run the command that the message names, then start again.",
      "E_PRELAUNCH_FAILED": "Correct what its output names, then start again.",
      "E_LAUNCH_FAILED": "Correct what the message names, then start again.",
      "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace.",
      "E_CONFIRMATION_REQUIRED": "Ask the person, then pass the configuration with the values as {param:config}.",
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "launch": {
          "type": "string",
          "description": "Name from launch_list"
        },
        "path": {
          "type": "string",
          "description": "Program; its type decides how it runs"
        },
        "args": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "stopOnEntry": {
          "type": "boolean",
          "default": false
        },
        "exceptions": {
          "type": "string",
          "enum": [
            "none",
            "uncaught",
            "all"
          ],
          "default": "uncaught"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 45000,
          "default": 30000
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_status": {
    "title": "Show debug sessions",
    "description": "Shows live sessions, their state and where they stopped; with all, ended ones too.",
    "category": "execution",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [],
    "hints": {
      "E_NO_SESSION": "Leave {param:session} out to list all."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "all": {
          "type": "boolean",
          "default": false
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "sessions": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "name": {
                "type": "string"
              },
              "type": {
                "type": "string"
              },
              "parent": {
                "type": "string"
              },
              "owner": {
                "type": "string",
                "enum": [
                  "agent",
                  "user"
                ]
              },
              "state": {
                "type": "string",
                "enum": [
                  "starting",
                  "running",
                  "stopped",
                  "ended"
                ]
              },
              "threads": {
                "type": "integer"
              },
              "location": {
                "type": "object",
                "properties": {
                  "file": {
                    "type": "string"
                  },
                  "line": {
                    "type": "integer"
                  },
                  "function": {
                    "type": "string"
                  }
                }
              },
              "lastStop": {
                "type": "object",
                "properties": {
                  "reason": {
                    "type": "string"
                  },
                  "seq": {
                    "type": "integer"
                  },
                  "hitBreakpoints": {
                    "type": "array",
                    "items": {
                      "type": "string"
                    }
                  }
                },
                "required": [
                  "reason",
                  "seq",
                  "hitBreakpoints"
                ]
              },
              "startedAt": {
                "type": "string"
              },
              "exitCode": {
                "type": "integer"
              },
              "end": {
                "type": "string"
              },
              "capabilities": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            },
            "required": [
              "id",
              "name",
              "type",
              "owner",
              "state",
              "threads",
              "startedAt"
            ]
          }
        },
        "default": {
          "type": "string",
          "description": "The session used where a call names none"
        }
      },
      "required": [
        "sessions"
      ]
    }
  },
  "debug_step_back": {
    "title": "Step back",
    "description": "Runs backwards by one step, or with continue to the previous breakpoint, where the adapter records execution.",
    "category": "execution",
    "tier": "expert",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 10000,
      "hard": 20000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": "supportsStepBack"
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "threadId": "thread"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}.",
      "E_UNSUPPORTED_CAPABILITY": "Set an earlier breakpoint with {tool:breakpoint_set}, then call {tool:debug_restart}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "continue": {
          "type": "boolean",
          "default": false
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_step_into": {
    "title": "Step into",
    "description": "Steps into the call on the current line; target chooses one of several calls.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 10000,
      "hard": 20000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "threadId": "thread",
      "timeout": "timeoutMs"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_NOT_STOPPED": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_SYMBOL_NOT_FOUND": "Use one of the names in the message, or leave {param:target} out.",
      "E_UNSUPPORTED_CAPABILITY": "Set a breakpoint in that function with {tool:breakpoint_set}, or step by line."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "target": {
          "type": "string",
          "description": "Name of the function to step into"
        },
        "count": {
          "type": "integer",
          "minimum": 1,
          "maximum": 50,
          "default": 1
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_step_out": {
    "title": "Step out",
    "description": "Runs to the end of the current function and stops in its caller, with the returned value where known.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 10000,
      "hard": 20000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "threadId": "thread",
      "timeout": "timeoutMs"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_NOT_STOPPED": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_step_over": {
    "title": "Step over",
    "description": "Runs the current line of a stopped program, calls included, and shows which locals changed.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 10000,
      "hard": 20000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "threadId": "thread",
      "timeout": "timeoutMs"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_NOT_STOPPED": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_UNSUPPORTED_CAPABILITY": "Set a breakpoint in that function with {tool:breakpoint_set}, or step by line."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "count": {
          "type": "integer",
          "minimum": 1,
          "maximum": 50,
          "default": 1
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "debug_stop": {
    "title": "Stop debugging",
    "description": "Ends the debugged program, or leaves it running with detach. Its output stays readable.",
    "category": "execution",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": true,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 5000,
      "hard": 15000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [],
    "hints": {
      "E_NO_SESSION": "Use an id from {tool:debug_status}, or leave {param:session} out.",
      "E_AMBIGUOUS_SESSION": "Pass {param:session} with one of the ids in the message, or {param:all=true}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "all": {
          "type": "boolean",
          "default": false
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "stopped": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "session": {
                "type": "string"
              },
              "exitCode": {
                "type": "integer"
              }
            },
            "required": [
              "session"
            ]
          }
        }
      },
      "required": [
        "stopped"
      ]
    }
  },
  "debug_wait_for_hit": {
    "title": "Wait for a stop",
    "description": "Waits until a running program stops, ends or prints a match; answers at once when it is already stopped.",
    "category": "execution",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 30000,
      "hard": 50000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "breakpointId": "breakpoint",
      "timeout": "timeoutMs"
    },
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
      "E_NOT_FOUND": "Use an id from {tool:breakpoint_list}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_CANCELLED": "Nothing to do: the program was left as it is."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "breakpoint": {
          "type": "string",
          "description": "Id; a hint tells when the stop is another"
        },
        "outputMatches": {
          "type": "string",
          "description": "Regular expression"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 45000,
          "default": 30000
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "waitedMs"
      ]
    }
  },
  "diagnostic_collect": {
    "title": "Report on this installation",
    "description": "Versions, language servers, debug adapters, trust and the last errors, without secrets, for a bug report. Not for problems in code - diagnostic_list.",
    "category": "diagnostics",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 10000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [],
    "hints": {},
    "inputSchema": {
      "type": "object",
      "properties": {}
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "version": {
          "type": "string"
        },
        "node": {
          "type": "string"
        },
        "os": {
          "type": "string"
        },
        "host": {
          "type": "string",
          "enum": [
            "headless",
            "vscode"
          ]
        },
        "sessions": {
          "type": "integer",
          "description": "Programs being debugged"
        },
        "folders": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "trusted": {
                "type": "boolean"
              }
            },
            "required": [
              "path",
              "trusted"
            ]
          }
        },
        "languageServers": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "languages": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "folder": {
                "type": "string"
              },
              "state": {
                "type": "string",
                "enum": [
                  "starting",
                  "loading",
                  "ready",
                  "stopped"
                ]
              },
              "version": {
                "type": "string"
              },
              "rssMb": {
                "type": "integer"
              }
            },
            "required": [
              "name",
              "languages",
              "folder",
              "state"
            ]
          }
        },
        "adapters": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "installed": {
                "type": "boolean"
              },
              "version": {
                "type": "string"
              },
              "source": {
                "type": "string"
              }
            },
            "required": [
              "name",
              "installed"
            ]
          }
        },
        "errors": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "at": {
                "type": "string"
              },
              "tool": {
                "type": "string"
              },
              "code": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "at",
              "tool",
              "code",
              "message"
            ]
          },
          "description": "The last failed calls, newest first"
        }
      },
      "required": [
        "version",
        "node",
        "os",
        "host",
        "sessions",
        "folders",
        "languageServers",
        "adapters",
        "errors"
      ]
    }
  },
  "diagnostic_list": {
    "title": "List problems",
    "description": "Errors and warnings of files or folders from their language servers; without paths, of the files changed since the last commit.",
    "category": "diagnostics",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 1500,
      "hard": 20000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "files": "paths",
      "minSeverity": "severity"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give paths of existing files, relative to the workspace folder.",
      "E_INVALID_PARAMS": "Pass {param:paths} with files or folders.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "paths": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Files or folders; default changed files"
        },
        "severity": {
          "type": "string",
          "enum": [
            "error",
            "warning",
            "info",
            "hint"
          ],
          "description": "This and worse",
          "default": "warning"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "files": {
          "type": "integer",
          "description": "Checked files"
        },
        "settled": {
          "type": "boolean",
          "description": "Whether the servers had finished checking"
        },
        "counts": {
          "type": "object",
          "properties": {
            "error": {
              "type": "integer"
            },
            "warning": {
              "type": "integer"
            },
            "info": {
              "type": "integer"
            },
            "hint": {
              "type": "integer"
            }
          },
          "required": [
            "error",
            "warning",
            "info",
            "hint"
          ],
          "description": "Of all severities, listed or not"
        },
        "diagnostics": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "severity": {
                "type": "string",
                "enum": [
                  "error",
                  "warning",
                  "info",
                  "hint"
                ]
              },
              "code": {
                "type": "string"
              },
              "source": {
                "type": "string",
                "description": "The tool that reports it"
              },
              "message": {
                "type": "string"
              },
              "fixes": {
                "type": "integer",
                "description": "Number of quick fixes"
              }
            },
            "required": [
              "path",
              "line",
              "column",
              "severity",
              "message"
            ]
          }
        },
        "unchecked": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "files": {
                "type": "integer"
              },
              "example": {
                "type": "string"
              },
              "reason": {
                "type": "string"
              }
            },
            "required": [
              "files",
              "example",
              "reason"
            ]
          }
        },
        "hint": {
          "type": "string"
        }
      },
      "required": [
        "files",
        "settled",
        "counts",
        "diagnostics"
      ]
    }
  },
  "docs_get": {
    "title": "Read a guide",
    "description": "Guides by language and everything about one tool: examples, workflows, error recovery. Without id: the index.",
    "category": "bridge",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 3000
    },
    "needs": {
      "host": false,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "docs_list"
    ],
    "parameterAliases": {},
    "requires": [],
    "hints": {
      "E_INVALID_PARAMS": "Call without {param:id} for the index."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "description": "Guide or tool name"
        },
        "topic": {
          "type": "string",
          "description": "Only guides that mention it"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "guides": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "title": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "title"
            ]
          }
        },
        "tools": {
          "type": "object",
          "additionalProperties": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "description": "Names of tools by category"
        },
        "guide": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "text": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "text"
          ]
        },
        "tool": {
          "description": "The whole metadata of a tool"
        }
      }
    }
  },
  "editor_context": {
    "title": "Show what the person sees",
    "description": "Active file, selection, visible lines and unsaved files of the editor window; without a window it says so.",
    "category": "window",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "editor_get_context"
    ],
    "parameterAliases": {},
    "requires": [],
    "hints": {},
    "inputSchema": {
      "type": "object",
      "properties": {
        "tabs": {
          "type": "boolean",
          "description": "Open tabs too",
          "default": false
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "window": {
          "type": "boolean",
          "description": "Whether a person has a window open here"
        },
        "folders": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "activeFile": {
          "type": "string"
        },
        "language": {
          "type": "string"
        },
        "selection": {
          "type": "object",
          "properties": {
            "line": {
              "type": "integer"
            },
            "column": {
              "type": "integer"
            },
            "endLine": {
              "type": "integer"
            },
            "endColumn": {
              "type": "integer"
            },
            "text": {
              "type": "string"
            }
          },
          "required": [
            "line",
            "column",
            "endLine",
            "endColumn",
            "text"
          ]
        },
        "visible": {
          "type": "object",
          "properties": {
            "from": {
              "type": "integer"
            },
            "to": {
              "type": "integer"
            }
          },
          "required": [
            "from",
            "to"
          ]
        },
        "tabs": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "isActive": {
                "type": "boolean"
              },
              "isDirty": {
                "type": "boolean"
              }
            },
            "required": [
              "path",
              "isActive",
              "isDirty"
            ]
          }
        },
        "dirtyFiles": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "hint": {
          "type": "string"
        }
      },
      "required": [
        "window",
        "folders",
        "dirtyFiles"
      ]
    }
  },
  "editor_goto": {
    "title": "Show a place to the person",
    "description": "Opens a file at a line in the person's editor window. Not for reading files.",
    "category": "window",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "editor_goto_line"
    ],
    "parameterAliases": {},
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file, relative to the workspace folder or absolute.",
      "E_OUTSIDE_WORKSPACE": "Give a path inside the workspace folder.",
      "E_INVALID_LINE": "Use the last line in the details.",
      "E_BRIDGE_UNAVAILABLE": "Ask the person to open the folder in VS Code; {tool:bridge_status} shows the windows."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        }
      },
      "required": [
        "path",
        "line"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "opened": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        }
      },
      "required": [
        "opened",
        "line",
        "column"
      ]
    }
  },
  "exception_info": {
    "title": "Get the exception",
    "description": "Details of the exception that the program is stopped at, with message, type, stack and inner exceptions.",
    "category": "inspection",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": "supportsExceptionInfoRequest"
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_NOT_FOUND": "{tool:dap_exceptions} shows exceptions that were printed or came earlier.",
      "E_UNSUPPORTED_CAPABILITY": "{tool:dap_exceptions} shows exceptions from stops and output."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string"
        },
        "description": {
          "type": "string"
        },
        "breakMode": {
          "type": "string"
        },
        "type": {
          "type": "string"
        },
        "message": {
          "type": "string"
        },
        "stack": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "inner": {
          "type": "array",
          "items": {}
        }
      },
      "required": [
        "id",
        "breakMode"
      ]
    }
  },
  "rename_file": {
    "title": "Move files and folders",
    "description": "Moves or renames files and folders, and updates the imports in all files. All or nothing. Use instead of mv.",
    "category": "refactoring",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": true,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 45000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "file_rename"
    ],
    "parameterAliases": {},
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file or folder.",
      "E_CONFLICT": "Choose another target, or pass {param:overwrite=true} to replace a file.",
      "E_OUTSIDE_WORKSPACE": "Give paths inside the workspace.",
      "E_INVALID_PATH": "Give the path of the file itself.",
      "E_CONFIRMATION_REQUIRED": "Choose a target that does not exist.",
      "E_LSP_NOT_READY": "Call again in a few seconds.",
      "E_LANGUAGE_SERVER": "Read its message; pass {param:updateImports=false} to move without it.",
      "E_WRITE_FAILED": "Correct what the message names, then call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "moves": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "from",
              "to"
            ]
          }
        },
        "preview": {
          "type": "boolean",
          "description": "Show the edits only",
          "default": false
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "importsUpdated": {
          "anyOf": [
            {
              "type": "boolean"
            },
            {
              "type": "string"
            }
          ],
          "description": "Whether a language server updated the imports; \"no-provider\" where none can"
        },
        "applied": {
          "type": "boolean"
        },
        "saved": {
          "type": "boolean"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "from",
              "to"
            ]
          }
        },
        "totalEdits": {
          "type": "integer"
        },
        "settled": {
          "type": "boolean",
          "description": "Whether the servers had finished checking"
        },
        "unchecked": {
          "type": "integer",
          "description": "Touched files that no server checked"
        },
        "hint": {
          "type": "string"
        },
        "newDiagnostics": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "severity": {
                "type": "string",
                "enum": [
                  "error",
                  "warning",
                  "info",
                  "hint"
                ]
              },
              "code": {
                "type": "string"
              },
              "source": {
                "type": "string",
                "description": "The tool that reports it"
              },
              "message": {
                "type": "string"
              },
              "fixes": {
                "type": "integer",
                "description": "Number of quick fixes"
              }
            },
            "required": [
              "path",
              "line",
              "column",
              "severity",
              "message"
            ]
          }
        },
        "importEdits": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "edits": {
                "type": "integer"
              },
              "changes": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "line": {
                      "type": "integer",
                      "description": "First line before the change"
                    },
                    "old": {
                      "type": "string"
                    },
                    "new": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "line",
                    "old",
                    "new"
                  ]
                },
                "description": "In a preview"
              }
            },
            "required": [
              "path",
              "edits"
            ]
          }
        }
      },
      "required": [
        "importsUpdated",
        "applied",
        "saved",
        "moved",
        "totalEdits",
        "settled",
        "unchecked",
        "newDiagnostics",
        "importEdits"
      ]
    }
  },
  "launch_list": {
    "title": "List launch configurations",
    "description": "Lists the configurations and compounds of launch.json that debug_start can start by name.",
    "category": "execution",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "file": "path",
      "filePath": "path"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave {param:path} out."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "Those for this file come first"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "launches": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "type": {
                "type": "string"
              },
              "request": {
                "type": "string"
              },
              "folder": {
                "type": "string"
              },
              "adapterInstalled": {
                "type": "boolean"
              },
              "preLaunchTask": {
                "type": "string"
              },
              "inputs": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "program": {
                "type": "string"
              }
            },
            "required": [
              "name",
              "type",
              "request",
              "folder",
              "adapterInstalled"
            ]
          }
        },
        "total": {
          "type": "integer"
        },
        "hint": {
          "type": "string"
        }
      },
      "required": [
        "launches",
        "total"
      ]
    }
  },
  "memory_read": {
    "title": "Read memory",
    "description": "Reads memory of the stopped program at an address or at a variable's memory, as hex, base64 or text.",
    "category": "inspection",
    "tier": "expert",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": "supportsReadMemoryRequest"
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_STALE_REFERENCE": "Take a reference from {tool:variable_list} again.",
      "E_NOT_FOUND": "Pass {param:address}.",
      "E_ADAPTER": "Check the address.",
      "E_UNSUPPORTED_CAPABILITY": "Use {tool:debug_evaluate} or {tool:variable_get}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "address": {
          "type": "string"
        },
        "ref": {
          "type": "string",
          "description": "Of a variable"
        },
        "count": {
          "type": "integer",
          "minimum": 1,
          "maximum": 4096,
          "default": 256
        },
        "as": {
          "type": "string",
          "enum": [
            "hex",
            "base64",
            "utf8"
          ],
          "default": "hex"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "address": {
          "type": "string"
        },
        "bytes": {
          "type": "string"
        },
        "count": {
          "type": "integer"
        },
        "unreadable": {
          "type": "integer"
        }
      },
      "required": [
        "address",
        "bytes",
        "count"
      ]
    }
  },
  "module_list": {
    "title": "List modules",
    "description": "Lists modules or source files that the debugged program has loaded; tells whether a file is loaded at all.",
    "category": "inspection",
    "tier": "expert",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": "supportsModulesRequest"
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again.",
      "E_UNSUPPORTED_CAPABILITY": "Use the other value of {param:what}, or {tool:debug_evaluate} with an expression of the language."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "what": {
          "type": "string",
          "enum": [
            "modules",
            "sources"
          ],
          "default": "modules"
        },
        "filter": {
          "type": "string",
          "description": "Regex of name or path"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "modules": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "version": {
                "type": "string"
              },
              "symbolStatus": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          }
        },
        "total": {
          "type": "integer"
        }
      },
      "required": [
        "modules",
        "total"
      ]
    }
  },
  "scope_list": {
    "title": "List scopes",
    "description": "Lists the variable scopes of a frame, such as locals and closures. To read variables call variable_list instead.",
    "category": "inspection",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "debug_scopes"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_STALE_REFERENCE": "Take a frame from {tool:stack_get} again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "frame": {
          "type": "string",
          "description": "From stack_get; default the top frame"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "scopes": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "kind": {
                "type": "string",
                "enum": [
                  "local",
                  "closure",
                  "global",
                  "registers"
                ],
                "description": "The `scope` of variable_list that shows it"
              },
              "variablesReference": {
                "type": "string",
                "description": "For variable_get"
              },
              "expensive": {
                "type": "boolean"
              },
              "named": {
                "type": "integer"
              },
              "indexed": {
                "type": "integer"
              }
            },
            "required": [
              "name",
              "kind",
              "variablesReference",
              "expensive"
            ]
          }
        }
      },
      "required": [
        "scopes"
      ]
    }
  },
  "get_setting": {
    "title": "Read settings",
    "description": "Reads VS Code settings by key, keys or prefix, with the value of each scope and the effective one.",
    "category": "settings",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "setting_get"
    ],
    "parameterAliases": {},
    "requires": [],
    "hints": {
      "E_SETTINGS_DAMAGED": "Correct the file at the named line, then call again.",
      "E_OUTSIDE_WORKSPACE": "Give a path inside the workspace folder.",
      "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave {param:path} out.",
      "E_INVALID_PARAMS": "Pass one of {param:key}, {param:keys} and {param:prefix}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "key": {
          "type": "string"
        },
        "keys": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "prefix": {
          "type": "string"
        },
        "language": {
          "type": "string",
          "description": "Language id, for its [language] section"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "key": {
          "type": "string"
        },
        "value": {
          "description": "Absent where nothing sets it"
        },
        "default": {
          "description": "Absent where the host knows no defaults"
        },
        "user": {},
        "workspace": {},
        "folder": {},
        "effectiveFrom": {
          "type": "string",
          "enum": [
            "default",
            "user",
            "workspace",
            "folder"
          ]
        },
        "inLanguage": {
          "type": "object",
          "properties": {
            "user": {},
            "workspace": {},
            "folder": {}
          }
        },
        "settings": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "key": {
                "type": "string"
              },
              "value": {
                "description": "Absent where nothing sets it"
              },
              "default": {
                "description": "Absent where the host knows no defaults"
              },
              "user": {},
              "workspace": {},
              "folder": {},
              "effectiveFrom": {
                "type": "string",
                "enum": [
                  "default",
                  "user",
                  "workspace",
                  "folder"
                ]
              },
              "inLanguage": {
                "type": "object",
                "properties": {
                  "user": {},
                  "workspace": {},
                  "folder": {}
                }
              }
            },
            "required": [
              "key"
            ]
          },
          "description": "For keys and prefix"
        },
        "total": {
          "type": "integer"
        },
        "hint": {
          "type": "string"
        }
      }
    }
  },
  "set_setting": {
    "title": "Change a setting",
    "description": "Writes a VS Code setting, keeping comments; null removes it. Asks a person for user settings and for keys that run programs or weaken trust.",
    "category": "settings",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": true,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 10000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "setting_set"
    ],
    "parameterAliases": {
      "scope": "target"
    },
    "requires": [],
    "hints": {
      "E_CONFIRMATION_REQUIRED": "Ask the person to change it, or call from a client that supports elicitation.",
      "E_SETTINGS_DAMAGED": "Correct the file at the named line, then call again.",
      "E_WRITE_FAILED": "Correct what the message names, then call again.",
      "E_OUTSIDE_WORKSPACE": "Give a path inside the workspace folder.",
      "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave {param:path} out.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "key": {
          "type": "string"
        },
        "value": {
          "description": "Any JSON; null removes"
        },
        "target": {
          "type": "string",
          "enum": [
            "workspace",
            "folder",
            "user"
          ],
          "default": "workspace"
        },
        "language": {
          "type": "string",
          "description": "Language id, for its [language] section"
        }
      },
      "required": [
        "key",
        "value"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "key": {
          "type": "string"
        },
        "old": {
          "description": "Absent where it had no value there"
        },
        "new": {
          "description": "Absent where it has none now"
        },
        "target": {
          "type": "string",
          "enum": [
            "workspace",
            "folder",
            "user"
          ],
          "description": "The scope that was written"
        },
        "language": {
          "type": "string"
        },
        "file": {
          "type": "string"
        }
      },
      "required": [
        "key",
        "target",
        "file"
      ]
    }
  },
  "stack_get": {
    "title": "Get the call stack",
    "description": "Shows the call stack of a stopped thread, own code only unless asked; gives frame ids for variable_list and debug_evaluate.",
    "category": "inspection",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "debug_stack"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_NOT_FOUND": "Use an id from {tool:thread_list}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "thread": {
          "type": "integer",
          "description": "Default is the thread that stopped"
        },
        "levels": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "default": 20
        },
        "includeInternals": {
          "type": "boolean",
          "default": false
        },
        "sourceLines": {
          "type": "integer",
          "minimum": 0,
          "maximum": 10,
          "description": "Lines around each",
          "default": 0
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "frames": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "frame": {
                "type": "string"
              },
              "function": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "internal": {
                "type": "boolean"
              },
              "source": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            },
            "required": [
              "frame",
              "function"
            ]
          }
        },
        "total": {
          "type": "integer",
          "description": "Frames of the thread where the adapter tells"
        },
        "hiddenCount": {
          "type": "integer",
          "description": "Frames of the runtime and of libraries that are not shown"
        },
        "next": {
          "type": "integer",
          "description": "`start` of the next call"
        }
      },
      "required": [
        "frames",
        "hiddenCount"
      ]
    }
  },
  "symbol_calls": {
    "title": "Show a call tree",
    "description": "Shows who calls a function, or what it calls, as a tree over several levels.",
    "category": "symbols",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 15000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "file": "path",
      "uri": "path",
      "fileUri": "path",
      "filePath": "path",
      "oldName": "symbol",
      "originalName": "symbol",
      "name": "symbol"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
      "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
      "E_INVALID_LINE": "Pass a line of the file.",
      "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or {tool:symbol_search} with {param:path} for an outline.",
      "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or {param:near} with its line.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
      "E_LSP_NOT_READY": "Call again in a few seconds.",
      "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
      "E_UNSUPPORTED_CAPABILITY": "Use {tool:symbol_references}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "direction": {
          "type": "string",
          "enum": [
            "incoming",
            "outgoing"
          ],
          "default": "incoming"
        },
        "depth": {
          "type": "integer",
          "minimum": 1,
          "maximum": 3,
          "default": 1
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
        }
      },
      "required": [
        "path"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "symbol": {
          "type": "string"
        },
        "direction": {
          "type": "string",
          "enum": [
            "incoming",
            "outgoing"
          ]
        },
        "calls": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "at": {
                "type": "array",
                "items": {
                  "type": "integer"
                },
                "description": "Lines of the calls"
              },
              "calls": {
                "type": "array",
                "items": {
                  "type": "object"
                }
              },
              "repeated": {
                "type": "boolean",
                "description": "Its calls are shown elsewhere in the tree"
              }
            },
            "required": [
              "name",
              "kind",
              "path",
              "line",
              "at"
            ]
          }
        },
        "total": {
          "type": "integer",
          "description": "Functions in the tree"
        }
      },
      "required": [
        "symbol",
        "direction",
        "calls",
        "total"
      ]
    }
  },
  "symbol_info": {
    "title": "Describe a symbol",
    "description": "Shows type and documentation, definition with body, implementations, signatures or super- and subtypes of a symbol.",
    "category": "symbols",
    "tier": "extended",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 12000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "file": "path",
      "uri": "path",
      "fileUri": "path",
      "filePath": "path",
      "oldName": "symbol",
      "originalName": "symbol",
      "name": "symbol"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
      "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
      "E_INVALID_LINE": "Pass a line of the file.",
      "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or {tool:symbol_search} with {param:path} for an outline.",
      "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or {param:near} with its line.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
      "E_LSP_NOT_READY": "Call again in a few seconds.",
      "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
      "E_UNSUPPORTED_CAPABILITY": "Ask for something else with {param:what}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "what": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "hover",
              "definition",
              "typeDefinition",
              "implementation",
              "signature",
              "supertypes",
              "subtypes"
            ]
          },
          "default": [
            "hover",
            "definition"
          ]
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
        }
      },
      "required": [
        "path"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "symbol": {
          "type": "object",
          "properties": {
            "name": {
              "type": "string"
            },
            "kind": {
              "type": "string"
            },
            "path": {
              "type": "string"
            },
            "line": {
              "type": "integer"
            },
            "column": {
              "type": "integer"
            },
            "endLine": {
              "type": "integer"
            },
            "text": {
              "type": "string",
              "description": "The declaration where it has at most 60 lines; else its first line"
            },
            "hash": {
              "type": "string",
              "description": "Of the whole declaration"
            }
          },
          "required": [
            "name",
            "path",
            "line",
            "column"
          ]
        },
        "hover": {
          "type": "string",
          "description": "Markdown"
        },
        "signature": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "definition": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "endLine": {
                "type": "integer"
              },
              "text": {
                "type": "string",
                "description": "The declaration where it has at most 60 lines; else its first line"
              },
              "hash": {
                "type": "string",
                "description": "Of the whole declaration"
              }
            },
            "required": [
              "name",
              "path",
              "line",
              "column"
            ]
          }
        },
        "typeDefinition": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "endLine": {
                "type": "integer"
              },
              "text": {
                "type": "string",
                "description": "The declaration where it has at most 60 lines; else its first line"
              },
              "hash": {
                "type": "string",
                "description": "Of the whole declaration"
              }
            },
            "required": [
              "name",
              "path",
              "line",
              "column"
            ]
          }
        },
        "implementation": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "endLine": {
                "type": "integer"
              },
              "text": {
                "type": "string",
                "description": "The declaration where it has at most 60 lines; else its first line"
              },
              "hash": {
                "type": "string",
                "description": "Of the whole declaration"
              }
            },
            "required": [
              "name",
              "path",
              "line",
              "column"
            ]
          }
        },
        "supertypes": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "endLine": {
                "type": "integer"
              },
              "text": {
                "type": "string",
                "description": "The declaration where it has at most 60 lines; else its first line"
              },
              "hash": {
                "type": "string",
                "description": "Of the whole declaration"
              }
            },
            "required": [
              "name",
              "path",
              "line",
              "column"
            ]
          }
        },
        "subtypes": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "endLine": {
                "type": "integer"
              },
              "text": {
                "type": "string",
                "description": "The declaration where it has at most 60 lines; else its first line"
              },
              "hash": {
                "type": "string",
                "description": "Of the whole declaration"
              }
            },
            "required": [
              "name",
              "path",
              "line",
              "column"
            ]
          }
        },
        "unsupported": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "what": {
                "type": "string"
              },
              "reason": {
                "type": "string"
              }
            },
            "required": [
              "what",
              "reason"
            ]
          },
          "description": "What the language server cannot tell"
        }
      },
      "required": [
        "symbol"
      ]
    }
  },
  "symbol_references": {
    "title": "Find references",
    "description": "Finds all uses of a symbol in the workspace, by file and line; complete, unlike a text search.",
    "category": "symbols",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 15000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "symbol_navigate",
      "find_references"
    ],
    "parameterAliases": {
      "file": "path",
      "uri": "path",
      "fileUri": "path",
      "filePath": "path",
      "oldName": "symbol",
      "originalName": "symbol",
      "name": "symbol"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
      "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
      "E_INVALID_LINE": "Pass a line of the file.",
      "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or {tool:symbol_search} with {param:path} for an outline.",
      "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or {param:near} with its line.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
      "E_LSP_NOT_READY": "Call again in a few seconds.",
      "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
      "E_CURSOR_INVALID": "Call again without a cursor.",
      "E_UNSUPPORTED_CAPABILITY": "Pass {param:kind=\"references\"}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "kind": {
          "type": "string",
          "enum": [
            "references",
            "implementations"
          ],
          "default": "references"
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
        }
      },
      "required": [
        "path"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "symbol": {
          "type": "string"
        },
        "files": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "hits": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "line": {
                      "type": "integer"
                    },
                    "column": {
                      "type": "integer"
                    },
                    "text": {
                      "type": "string",
                      "description": "The line"
                    },
                    "before": {
                      "type": "array",
                      "items": {
                        "type": "string"
                      }
                    },
                    "after": {
                      "type": "array",
                      "items": {
                        "type": "string"
                      }
                    }
                  },
                  "required": [
                    "line",
                    "column"
                  ]
                }
              }
            },
            "required": [
              "path",
              "hits"
            ]
          }
        },
        "total": {
          "type": "integer",
          "description": "Hits of all pages"
        },
        "totalFiles": {
          "type": "integer"
        },
        "cursor": {
          "type": "string",
          "description": "Of the next page"
        }
      },
      "required": [
        "symbol",
        "files",
        "total",
        "totalFiles"
      ]
    }
  },
  "rename_symbol": {
    "title": "Rename a symbol",
    "description": "Renames a symbol with all its references in the workspace; use it instead of editing text. Reports new errors.",
    "category": "symbols",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": true,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 45000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "symbol_rename"
    ],
    "parameterAliases": {
      "file": "path",
      "uri": "path",
      "fileUri": "path",
      "filePath": "path",
      "to": "newName",
      "oldName": "symbol",
      "originalName": "symbol",
      "name": "symbol"
    },
    "requires": [],
    "hints": {
      "E_INVALID_PARAMS": "Pass another {param:newName}.",
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
      "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
      "E_INVALID_LINE": "Pass a line of the file.",
      "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or {tool:symbol_search} with {param:path} for an outline.",
      "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or {param:near} with its line.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
      "E_LSP_NOT_READY": "Call again in a few seconds.",
      "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
      "E_RENAME_REJECTED": "Name a symbol that is declared in this workspace.",
      "E_CONFLICT": "Call again; pass {param:dirty=\"save\"} to save unsaved changes first.",
      "E_WRITE_FAILED": "Correct what the message names, then call again.",
      "E_UNSUPPORTED_CAPABILITY": "Find its uses with {tool:symbol_references} and edit them."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "newName": {
          "type": "string"
        },
        "preview": {
          "type": "boolean",
          "default": false
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
        }
      },
      "required": [
        "path",
        "newName"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "from": {
          "type": "string"
        },
        "to": {
          "type": "string"
        },
        "files": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "edits": {
                "type": "integer"
              },
              "changes": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "line": {
                      "type": "integer",
                      "description": "First line before the change"
                    },
                    "old": {
                      "type": "string"
                    },
                    "new": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "line",
                    "old",
                    "new"
                  ]
                },
                "description": "In a preview"
              }
            },
            "required": [
              "path",
              "edits"
            ]
          }
        },
        "totalEdits": {
          "type": "integer"
        },
        "applied": {
          "type": "boolean",
          "description": "False for a preview"
        },
        "saved": {
          "type": "boolean"
        },
        "newDiagnostics": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "severity": {
                "type": "string",
                "enum": [
                  "error",
                  "warning",
                  "info",
                  "hint"
                ]
              },
              "code": {
                "type": "string"
              },
              "source": {
                "type": "string",
                "description": "The tool that reports it"
              },
              "message": {
                "type": "string"
              },
              "fixes": {
                "type": "integer",
                "description": "Number of quick fixes"
              }
            },
            "required": [
              "path",
              "line",
              "column",
              "severity",
              "message"
            ]
          },
          "description": "Errors and warnings that the change brought"
        },
        "settled": {
          "type": "boolean",
          "description": "Whether the servers had finished checking"
        },
        "unchecked": {
          "type": "integer",
          "description": "Changed files whose diagnostics were not read"
        }
      },
      "required": [
        "from",
        "to",
        "files",
        "totalEdits",
        "applied",
        "saved",
        "newDiagnostics",
        "settled",
        "unchecked"
      ]
    }
  },
  "symbol_replace": {
    "title": "Replace a declaration",
    "description": "Replaces a whole declaration with new text, as symbol_info shows it, without doc comment; empty text deletes it.",
    "category": "symbols",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": true,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 15000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "code_replace_method"
    ],
    "parameterAliases": {
      "file": "path",
      "uri": "path",
      "fileUri": "path",
      "filePath": "path",
      "oldName": "symbol",
      "originalName": "symbol",
      "name": "symbol"
    },
    "requires": [],
    "hints": {
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
      "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
      "E_INVALID_LINE": "Pass a line of the file.",
      "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or {tool:symbol_search} with {param:path} for an outline.",
      "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or {param:near} with its line.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
      "E_LSP_NOT_READY": "Call again in a few seconds.",
      "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
      "E_CONTENT_MISMATCH": "Read it again with {tool:symbol_info}, then pass its hash.",
      "E_CONFLICT": "Call again; pass {param:dirty=\"save\"} to save unsaved changes first.",
      "E_WRITE_FAILED": "Correct what the message names, then call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "text": {
          "type": "string",
          "description": "\"\" deletes"
        },
        "expect": {
          "type": "string",
          "description": "Hash of the present text"
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
        }
      },
      "required": [
        "path",
        "text"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "range": {
          "type": "object",
          "properties": {
            "line": {
              "type": "integer"
            },
            "column": {
              "type": "integer"
            },
            "endLine": {
              "type": "integer"
            },
            "endColumn": {
              "type": "integer"
            }
          },
          "required": [
            "line",
            "column",
            "endLine",
            "endColumn"
          ],
          "description": "The declaration before the change"
        },
        "oldHash": {
          "type": "string"
        },
        "newHash": {
          "type": "string"
        },
        "files": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "edits": {
                "type": "integer"
              },
              "changes": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "line": {
                      "type": "integer",
                      "description": "First line before the change"
                    },
                    "old": {
                      "type": "string"
                    },
                    "new": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "line",
                    "old",
                    "new"
                  ]
                },
                "description": "In a preview"
              }
            },
            "required": [
              "path",
              "edits"
            ]
          }
        },
        "totalEdits": {
          "type": "integer"
        },
        "applied": {
          "type": "boolean",
          "description": "False for a preview"
        },
        "saved": {
          "type": "boolean"
        },
        "newDiagnostics": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "column": {
                "type": "integer"
              },
              "severity": {
                "type": "string",
                "enum": [
                  "error",
                  "warning",
                  "info",
                  "hint"
                ]
              },
              "code": {
                "type": "string"
              },
              "source": {
                "type": "string",
                "description": "The tool that reports it"
              },
              "message": {
                "type": "string"
              },
              "fixes": {
                "type": "integer",
                "description": "Number of quick fixes"
              }
            },
            "required": [
              "path",
              "line",
              "column",
              "severity",
              "message"
            ]
          },
          "description": "Errors and warnings that the change brought"
        },
        "settled": {
          "type": "boolean",
          "description": "Whether the servers had finished checking"
        },
        "unchecked": {
          "type": "integer",
          "description": "Changed files whose diagnostics were not read"
        }
      },
      "required": [
        "path",
        "range",
        "oldHash",
        "newHash",
        "files",
        "totalEdits",
        "applied",
        "saved",
        "newDiagnostics",
        "settled",
        "unchecked"
      ]
    }
  },
  "symbol_search": {
    "title": "Search symbols",
    "description": "Finds symbols of the workspace by name, or outlines a file by path, without reading files. For uses of one, symbol_references.",
    "category": "symbols",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 12000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "search_symbol_search",
      "search_symbol"
    ],
    "parameterAliases": {
      "name": "query",
      "symbol": "query",
      "file": "path",
      "uri": "path"
    },
    "requires": [],
    "hints": {
      "E_INVALID_PARAMS": "Pass {param:query}, {param:path} or both.",
      "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
      "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
      "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
      "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
      "E_LSP_NOT_READY": "Call again in a few seconds.",
      "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
      "E_UNSUPPORTED_CAPABILITY": "Pass {param:path} for the symbols of one file."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "query": {
          "type": "string",
          "description": "Name or part of it"
        },
        "path": {
          "type": "string",
          "description": "File to outline; with query also a folder"
        },
        "kinds": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "depth": {
          "type": "integer",
          "minimum": 1,
          "maximum": 20,
          "description": "Of an outline",
          "default": 2
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "symbols": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "container": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "endLine": {
                "type": "integer",
                "description": "Where it is known and not the same line"
              }
            },
            "required": [
              "name",
              "kind",
              "path",
              "line"
            ]
          }
        },
        "total": {
          "type": "integer",
          "description": "Symbols that match"
        },
        "hidden": {
          "type": "integer",
          "description": "Symbols of the file below the depth"
        },
        "unsearched": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "server": {
                "type": "string"
              },
              "reason": {
                "type": "string"
              }
            },
            "required": [
              "server",
              "reason"
            ]
          },
          "description": "Language servers that could not answer"
        }
      },
      "required": [
        "symbols",
        "total"
      ]
    }
  },
  "test_debug": {
    "title": "Debug a test",
    "description": "Runs one test under the debugger and waits for its first stop or its end. Set breakpoints first.",
    "category": "tests",
    "tier": "core",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": true
    },
    "timeout": {
      "wait": 40000,
      "hard": 60000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "test_debug_single"
    ],
    "parameterAliases": {
      "file": "path",
      "test": "name"
    },
    "requires": [],
    "hints": {
      "E_NO_TEST_AT_LOCATION": "Use one of the nearest tests, or list them with {tool:test_discover}.",
      "E_TESTS_NOT_DISCOVERED": "Correct what the message names, then call again.",
      "E_LAUNCH_FAILED": "Correct what the message names, then call again.",
      "E_NO_ADAPTER": "Run the command that the message names, then call again.",
      "E_FILE_NOT_FOUND": "Give the path of a test file of the workspace.",
      "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "Test file"
        },
        "line": {
          "type": "integer",
          "minimum": 1,
          "description": "In the test"
        },
        "name": {
          "type": "string"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "event": {
          "type": "string",
          "enum": [
            "stopped",
            "running",
            "exited",
            "terminated",
            "output"
          ]
        },
        "reason": {
          "type": "string",
          "description": "breakpoint, step, exception, pause, entry …"
        },
        "rawReason": {
          "type": "string",
          "description": "The adapter's own reason where it differs"
        },
        "session": {
          "type": "string"
        },
        "thread": {
          "type": "integer"
        },
        "frame": {
          "type": "string",
          "description": "Valid until the program resumes"
        },
        "file": {
          "type": "string"
        },
        "line": {
          "type": "integer"
        },
        "column": {
          "type": "integer"
        },
        "function": {
          "type": "string"
        },
        "sourceLines": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "n": {
                "type": "integer"
              },
              "text": {
                "type": "string"
              },
              "current": {
                "type": "boolean"
              }
            },
            "required": [
              "n",
              "text"
            ]
          }
        },
        "hitBreakpoints": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "exception": {
          "type": "object",
          "properties": {
            "id": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          },
          "required": [
            "id",
            "message"
          ]
        },
        "exitCode": {
          "type": "integer"
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The last lines printed during the call"
        },
        "unboundBreakpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "function": {
                "type": "string"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "message"
            ]
          },
          "description": "Breakpoints that the program never reached as code, with the adapter's reason"
        },
        "changed": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "from": {
                "type": "string"
              },
              "to": {
                "type": "string"
              }
            },
            "required": [
              "name"
            ]
          },
          "description": "Locals of the frame that a step changed"
        },
        "returnValue": {
          "type": "string"
        },
        "moved": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "from": {
                "type": "integer"
              },
              "to": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "id",
              "file",
              "from"
            ]
          },
          "description": "Breakpoints set by text that were found again on another line"
        },
        "match": {
          "type": "string",
          "description": "The line of output that matched"
        },
        "sessions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "All sessions that a compound started"
        },
        "test": {
          "type": "string"
        },
        "framework": {
          "type": "string"
        },
        "hint": {
          "type": "string"
        },
        "waitedMs": {
          "type": "integer"
        }
      },
      "required": [
        "event",
        "session",
        "test",
        "framework",
        "waitedMs"
      ]
    }
  },
  "test_discover": {
    "title": "List tests",
    "description": "Lists the tests of a file, a folder or the workspace with their lines, by vitest, jest, node:test, pytest and go test.",
    "category": "tests",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": true,
      "openWorld": true
    },
    "timeout": {
      "wait": 20000,
      "hard": 30000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "editor_show_testing_ui"
    ],
    "parameterAliases": {
      "file": "path"
    },
    "requires": [],
    "hints": {
      "E_TESTS_NOT_DISCOVERED": "Correct what the message names, then call {tool:test_discover} again.",
      "E_FILE_NOT_FOUND": "Give a path of the workspace.",
      "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "File or folder; default the workspace"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "frameworks": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "complete": {
          "type": "boolean",
          "description": "Whether all tests could be listed"
        },
        "total": {
          "type": "integer"
        },
        "tests": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "path": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "framework": {
                "type": "string"
              }
            },
            "required": [
              "name",
              "path",
              "line",
              "framework"
            ]
          }
        },
        "problems": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "What could not be listed and why"
        }
      },
      "required": [
        "frameworks",
        "complete",
        "total",
        "tests"
      ]
    }
  },
  "test_run": {
    "title": "Run tests",
    "description": "Runs a test, a file or the tests that failed last, and returns each failure with its line. To stop inside one, use test_debug.",
    "category": "tests",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": true
    },
    "timeout": {
      "wait": 45000,
      "hard": 120000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [],
    "parameterAliases": {
      "file": "path",
      "test": "name"
    },
    "requires": [],
    "hints": {
      "E_NO_TEST_AT_LOCATION": "Use one of the nearest tests, or list them with {tool:test_discover}.",
      "E_TESTS_NOT_DISCOVERED": "Correct what the message names, then call again.",
      "E_FILE_NOT_FOUND": "Give the path of a test file of the workspace.",
      "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace.",
      "E_INVALID_PARAMS": "Pass {param:path} with {param:line} or {param:name}, {param:name} alone, or {param:scope}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "Test file"
        },
        "line": {
          "type": "integer",
          "minimum": 1,
          "description": "In the test"
        },
        "name": {
          "type": "string"
        },
        "scope": {
          "type": "string",
          "enum": [
            "file",
            "failed"
          ],
          "description": "file: all of path; failed: again what failed last"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "framework": {
          "type": "string"
        },
        "passed": {
          "type": "integer"
        },
        "failed": {
          "type": "integer"
        },
        "skipped": {
          "type": "integer"
        },
        "failures": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "file": {
                "type": "string"
              },
              "line": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            },
            "required": [
              "name",
              "message"
            ]
          }
        },
        "outputTail": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "What the framework printed last"
        }
      },
      "required": [
        "framework",
        "passed",
        "failed",
        "skipped",
        "failures"
      ]
    }
  },
  "thread_list": {
    "title": "List threads",
    "description": "Lists the threads of the debugged program with their real state and, where stopped, their top frame.",
    "category": "inspection",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 5000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "debug_threads"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "threads": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "integer"
              },
              "name": {
                "type": "string"
              },
              "state": {
                "type": "string",
                "enum": [
                  "running",
                  "stopped"
                ]
              },
              "stopped": {
                "type": "string",
                "description": "Why it stopped"
              },
              "topFrame": {
                "type": "string",
                "description": "function at file:line"
              }
            },
            "required": [
              "id",
              "name",
              "state"
            ]
          }
        },
        "total": {
          "type": "integer"
        }
      },
      "required": [
        "threads",
        "total"
      ]
    }
  },
  "variable_get": {
    "title": "Get one variable",
    "description": "Reads one variable by ref or path, and its children page by page, without running code. For computed values, debug_evaluate.",
    "category": "inspection",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 12000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "debug_get_variable"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_EVALUATE_FAILED": "Read another property, or evaluate with {tool:debug_evaluate}.",
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_STALE_REFERENCE": "Take a reference from {tool:variable_list} again.",
      "E_NOT_FOUND": "Use a name from {tool:variable_list}.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "ref": {
          "type": "string",
          "description": "From variable_list"
        },
        "path": {
          "type": "string"
        },
        "start": {
          "type": "integer",
          "minimum": 0,
          "default": 0
        },
        "count": {
          "type": "integer",
          "minimum": 1,
          "maximum": 500,
          "default": 50
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "name": {
          "type": "string"
        },
        "value": {
          "type": "string"
        },
        "type": {
          "type": "string"
        },
        "ref": {
          "type": "string"
        },
        "redacted": {
          "type": "boolean"
        },
        "by": {
          "type": "string",
          "enum": [
            "variables",
            "evaluate"
          ],
          "description": "`evaluate`: the path could only be read by evaluating it"
        },
        "children": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "value": {
                "type": "string"
              },
              "type": {
                "type": "string"
              },
              "ref": {
                "type": "string",
                "description": "For variable_get; valid until the program resumes"
              },
              "total": {
                "type": "integer",
                "description": "Number of children"
              },
              "children": {
                "type": "array",
                "items": {},
                "description": "Of the same shape"
              },
              "truncated": {
                "type": "boolean",
                "description": "The value or the children are cut"
              },
              "redacted": {
                "type": "boolean",
                "description": "A secret was masked"
              },
              "lazy": {
                "type": "boolean",
                "description": "A getter; variable_get with its ref runs it"
              }
            },
            "required": [
              "name"
            ]
          }
        },
        "start": {
          "type": "integer"
        },
        "shown": {
          "type": "integer"
        },
        "total": {
          "type": "integer"
        },
        "next": {
          "type": "integer",
          "description": "`start` of the next page"
        },
        "truncation": {
          "type": "object",
          "properties": {
            "dropped": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "What was dropped"
            },
            "next": {
              "type": "string",
              "description": "How to get it"
            }
          },
          "required": [
            "dropped",
            "next"
          ]
        }
      },
      "required": [
        "children",
        "start",
        "shown"
      ]
    }
  },
  "variable_list": {
    "title": "List variables",
    "description": "Lists variables of a stopped frame with values, within the token budget. For one value or more of it, variable_get.",
    "category": "inspection",
    "tier": "core",
    "effect": "reads",
    "safety": {
      "readOnly": true,
      "destructive": false,
      "idempotent": true,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 12000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "debug_list_variables"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_STALE_REFERENCE": "Take a frame from {tool:stack_get} again.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again.",
      "E_UNSUPPORTED_CAPABILITY": "Use another {param:scope}; the message names those of this frame."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "frame": {
          "type": "string",
          "description": "Default the top frame"
        },
        "scope": {
          "type": "string",
          "enum": [
            "local",
            "closure",
            "global",
            "all"
          ],
          "default": "local"
        },
        "names": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "filter": {
          "type": "string",
          "description": "Regex of names"
        },
        "depth": {
          "type": "integer",
          "minimum": 0,
          "maximum": 5,
          "default": 1
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      }
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "scopes": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string"
              },
              "variables": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "name": {
                      "type": "string"
                    },
                    "value": {
                      "type": "string"
                    },
                    "type": {
                      "type": "string"
                    },
                    "ref": {
                      "type": "string",
                      "description": "For variable_get; valid until the program resumes"
                    },
                    "total": {
                      "type": "integer",
                      "description": "Number of children"
                    },
                    "children": {
                      "type": "array",
                      "items": {},
                      "description": "Of the same shape"
                    },
                    "truncated": {
                      "type": "boolean",
                      "description": "The value or the children are cut"
                    },
                    "redacted": {
                      "type": "boolean",
                      "description": "A secret was masked"
                    },
                    "lazy": {
                      "type": "boolean",
                      "description": "A getter; variable_get with its ref runs it"
                    }
                  },
                  "required": [
                    "name"
                  ]
                }
              },
              "total": {
                "type": "integer",
                "description": "Variables of the scope where not all are shown"
              },
              "hidden": {
                "type": "integer",
                "description": "Entries of the runtime that are not shown"
              }
            },
            "required": [
              "name",
              "variables"
            ]
          }
        },
        "notFound": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "truncation": {
          "type": "object",
          "properties": {
            "dropped": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "What was dropped"
            },
            "next": {
              "type": "string",
              "description": "How to get it"
            }
          },
          "required": [
            "dropped",
            "next"
          ]
        }
      },
      "required": [
        "scopes"
      ]
    }
  },
  "variable_save": {
    "title": "Save a variable to a file",
    "description": "Streams the elements of a large variable of the stopped program to a JSONL file in the workspace, instead of reading pages.",
    "category": "inspection",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": false,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 60000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "debug_save_variable"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_STALE_REFERENCE": "Take a frame from {tool:stack_get} again.",
      "E_OUTSIDE_WORKSPACE": "Give a path inside the workspace folder.",
      "E_FILE_EXISTS": "Give the path of a new file.",
      "E_FILE_PROTECTED": "Give a path that ends in .jsonl, outside hidden folders.",
      "E_EVALUATE_FAILED": "Use the syntax of the language of the program and names visible in the frame.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "expression": {
          "type": "string"
        },
        "out": {
          "type": "string",
          "description": "A new .jsonl file in the workspace"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      },
      "required": [
        "expression"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "bytes": {
          "type": "integer"
        },
        "items": {
          "type": "integer"
        },
        "truncated": {
          "type": "boolean",
          "description": "`maxItems`, `maxBytes` or the adapter cut it"
        },
        "reason": {
          "type": "string"
        },
        "masked": {
          "type": "integer",
          "description": "Secrets that were masked"
        }
      },
      "required": [
        "path",
        "bytes",
        "items",
        "truncated"
      ]
    }
  },
  "variable_set": {
    "title": "Set a variable",
    "description": "Changes a variable of the stopped program, to test a fix without restarting. Value is an expression of the program's language.",
    "category": "inspection",
    "tier": "extended",
    "effect": "writes",
    "safety": {
      "readOnly": false,
      "destructive": true,
      "idempotent": false,
      "openWorld": false
    },
    "timeout": {
      "wait": 0,
      "hard": 10000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "isListed": true,
    "aliases": [
      "debug_set_variable"
    ],
    "parameterAliases": {},
    "requires": [
      "debug_start"
    ],
    "hints": {
      "E_NO_SESSION": "Start a session first with {tool:debug_start} or {tool:test_debug}.",
      "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or wait with {tool:debug_wait_for_hit}.",
      "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
      "E_STALE_REFERENCE": "Take a reference from {tool:variable_list} again.",
      "E_NOT_FOUND": "Use a name from {tool:variable_list}.",
      "E_INVALID_PARAMS": "Correct the named parameter and call again.",
      "E_IMMUTABLE": "Change another variable, or edit the source and call {tool:debug_restart}.",
      "E_EVALUATE_FAILED": "Use the syntax of the language of the program; quote texts.",
      "E_UNSUPPORTED_CAPABILITY": "Edit the source and call {tool:debug_restart}."
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "ref": {
          "type": "string",
          "description": "Of the container"
        },
        "name": {
          "type": "string",
          "description": "With ref"
        },
        "value": {
          "type": "string"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        }
      },
      "required": [
        "value"
      ]
    },
    "outputSchema": {
      "type": "object",
      "properties": {
        "old": {
          "type": "string"
        },
        "new": {
          "type": "string"
        },
        "type": {
          "type": "string"
        },
        "by": {
          "type": "string",
          "enum": [
            "setVariable",
            "setExpression",
            "evaluate"
          ],
          "description": "The request that changed it"
        },
        "redacted": {
          "type": "boolean"
        },
        "hint": {
          "type": "string"
        }
      },
      "required": [
        "old",
        "new",
        "by"
      ]
    }
  }
};
