// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { ToolMetadata } from '../definition.ts';
import type { ToolName } from './types.ts';

/** Everything the catalogue says about each tool. Imported only when it is asked for. */
export const metadata: Readonly<Record<ToolName, ToolMetadata>> = {
  "breakpoint_clear": {
    "alias": "breakpoint.clear",
    "category": "breakpoints",
    "tier": "core",
    "title": "Clear breakpoints",
    "description": "Removes all your breakpoints, or those of a file or group. The person's own stay unless owner is all.",
    "kind": "action",
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
    "when": null,
    "errors": [
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file, or leave {param:path} out.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec breakpoint_clear --param path=src/pricing.ts"
      ]
    },
    "name": "breakpoint_clear",
    "aliases": [
      "breakpoint_clear_file",
      "breakpoint_clear_project"
    ],
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "group": {
          "type": "string"
        },
        "owner": {
          "type": "string",
          "enum": [
            "agent",
            "all"
          ],
          "default": "agent"
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "At the end of an investigation, or before a new one.",
      "parameter_hints": {},
      "workflows": [
        "debug_stop → breakpoint_clear"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave {param:path} out."
      }
    }
  },
  "breakpoint_list": {
    "alias": "breakpoint.list",
    "category": "breakpoints",
    "tier": "core",
    "title": "List breakpoints",
    "description": "Lists breakpoints with what the adapter said about each, how often it was hit, and whose it is.",
    "kind": "query",
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
    "when": null,
    "errors": [
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file, or leave {param:path} out.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec breakpoint_list"
      ]
    },
    "name": "breakpoint_list",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "kind": {
          "type": "string",
          "enum": [
            "line",
            "function",
            "exception",
            "data",
            "all"
          ],
          "default": "all"
        },
        "unboundOnly": {
          "type": "boolean",
          "description": "Only those that no adapter has bound",
          "default": false
        },
        "group": {
          "type": "string"
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "To see which breakpoints are set, which were hit, and why one does not stop the program.",
      "parameter_hints": {},
      "workflows": [
        "debug_start answered exited → breakpoint_list {unboundOnly: true}"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave {param:path} out."
      }
    }
  },
  "breakpoint_remove": {
    "alias": "breakpoint.remove",
    "category": "breakpoints",
    "tier": "core",
    "title": "Remove a breakpoint",
    "description": "Removes one breakpoint by id, place or function. For many, use breakpoint_clear.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "id"
      ],
      [
        "path",
        "line"
      ],
      [
        "function"
      ]
    ],
    "errors": [
      {
        "code": "E_NOT_FOUND",
        "when": "No breakpoint has that id or place.",
        "hint": "Use an id from {tool:breakpoint_list}.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec breakpoint_remove --param id=bp1"
      ]
    },
    "name": "breakpoint_remove",
    "aliases": [],
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
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {
      "id": "bp1",
      "path": "src/pricing.ts",
      "line": 12,
      "function": "computeTotal"
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
    },
    "llm": {
      "when_to_use": "When a breakpoint has served its purpose and would stop the program again.",
      "parameter_hints": {},
      "workflows": [
        "breakpoint_list → breakpoint_remove → debug_continue"
      ],
      "requires": [],
      "error_recovery": {
        "E_NOT_FOUND": "Use an id from {tool:breakpoint_list}."
      }
    }
  },
  "breakpoint_set_data": {
    "alias": "breakpoint.set-data",
    "category": "breakpoints",
    "tier": "expert",
    "title": "Stop when a value changes",
    "description": "Stops the program when a variable is written or read, where the adapter supports it. Needs a stopped program.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "variablesReference",
        "name"
      ],
      [
        "expression"
      ]
    ],
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it first with {tool:debug_pause}.",
        "retryable": true
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The reference is from an earlier stop.",
        "hint": "Get a new one from {tool:variable_list}.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter has no data breakpoints or cannot watch this value.",
        "hint": "Set a conditional breakpoint with {tool:breakpoint_set} where the value is assigned.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec breakpoint_set_data --param expression=counter"
      ]
    },
    "name": "breakpoint_set_data",
    "aliases": [],
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
        "access": {
          "type": "string",
          "enum": [
            "read",
            "write",
            "readWrite"
          ],
          "default": "write"
        },
        "hitCondition": {
          "type": "string"
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {
      "variablesReference": "3.1001",
      "name": "total",
      "expression": "order.total"
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
    },
    "llm": {
      "when_to_use": "When a value is wrong and you do not know which code writes it. Native programs mostly.",
      "parameter_hints": {},
      "workflows": [
        "variable_list → breakpoint_set_data → debug_continue"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_NOT_STOPPED": "Stop it first with {tool:debug_pause}.",
        "E_STALE_REFERENCE": "Get a new one from {tool:variable_list}.",
        "E_UNSUPPORTED_CAPABILITY": "Set a conditional breakpoint with {tool:breakpoint_set} where the value is assigned."
      }
    }
  },
  "breakpoint_set_exception": {
    "alias": "breakpoint.set-exception",
    "category": "breakpoints",
    "tier": "extended",
    "title": "Stop on exceptions",
    "description": "Chooses which exceptions stop the running session. At a start, pass exceptions to debug_start instead.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "mode"
      ],
      [
        "filters"
      ],
      [
        "types"
      ]
    ],
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}, which takes {param:exceptions}.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter does not know the filter, conditions or exception types.",
        "hint": "Use one of the offered filters, or {param:mode}.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec breakpoint_set_exception --param mode=all"
      ]
    },
    "name": "breakpoint_set_exception",
    "aliases": [],
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
        "condition": {
          "type": "string"
        },
        "types": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Names of exception classes"
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "When a session is live and an error is caught, printed or swallowed somewhere you do not know.",
      "parameter_hints": {
        "filters": {
          "examples": [
            [
              "raised"
            ],
            [
              "all",
              "uncaught"
            ]
          ]
        }
      },
      "workflows": [
        "breakpoint_set_exception {mode: all} → debug_continue → exception_info"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}, which takes {param:exceptions}.",
        "E_UNSUPPORTED_CAPABILITY": "Use one of the offered filters, or {param:mode}."
      }
    }
  },
  "breakpoint_set": {
    "alias": "breakpoint.set",
    "category": "breakpoints",
    "tier": "core",
    "title": "Set a breakpoint",
    "description": "Sets or updates a breakpoint by line, text or function; call before debug_start. To stop once, use debug_run_to_line.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "path",
        "line"
      ],
      [
        "path",
        "text"
      ],
      [
        "function"
      ]
    ],
    "errors": [
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file in the workspace.",
        "retryable": false
      },
      {
        "code": "E_OUTSIDE_WORKSPACE",
        "when": "The path is outside the workspace.",
        "hint": "Give the path of a file inside the workspace.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PATH",
        "when": "The path is not a usable file path.",
        "hint": "Give a path relative to the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The line is beyond the end of the file or blank.",
        "hint": "Use one of the lines in details.nearest.",
        "retryable": false
      },
      {
        "code": "E_CONTENT_MISMATCH",
        "when": "The line does not contain the text of expect.",
        "hint": "Use the line that the message shows, or set the breakpoint by {param:text}.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SYMBOL",
        "when": "Several lines contain the text.",
        "hint": "Pass {param:near} with one of the lines, or a longer text.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "No line contains the text.",
        "hint": "Read the file, then pass text that one line contains, or {param:line}.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter of the live session has no function, conditional or log breakpoints.",
        "hint": "Set a plain breakpoint by path and line.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec breakpoint_set --param path=src/pricing.ts --param line=12"
      ]
    },
    "name": "breakpoint_set",
    "aliases": [
      "breakpoint_add"
    ],
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
        "near": {
          "type": "integer",
          "minimum": 1,
          "description": "Line closest to the wanted match of text"
        },
        "function": {
          "type": "string"
        },
        "column": {
          "type": "integer",
          "minimum": 1
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
        },
        "expect": {
          "type": "string",
          "description": "Text that the line must contain"
        },
        "enabled": {
          "type": "boolean",
          "default": true
        },
        "group": {
          "type": "string",
          "description": "Tag for clearing"
        },
        "verifyMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 2500,
          "default": 1500
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {
      "path": "src/pricing.ts",
      "line": 12,
      "text": "return total",
      "function": "computeTotal",
      "condition": "total > 100"
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
    },
    "llm": {
      "when_to_use": "Before starting a program, or while it is stopped, to stop it at a place you want to inspect. The same place again updates the breakpoint.",
      "parameter_hints": {
        "condition": {
          "examples": [
            "total > 100",
            "user is None"
          ],
          "note": "In the language of the program."
        },
        "hitCondition": {
          "examples": [
            "5",
            ">5",
            "%3"
          ],
          "note": "Adapters differ in which forms they know."
        },
        "logMessage": {
          "examples": [
            "total is {total}"
          ],
          "note": "The message appears in the output of the session."
        },
        "text": {
          "examples": [
            "return total * rate"
          ],
          "note": "A part of the line is enough; it follows the line when the file is edited."
        }
      },
      "workflows": [
        "breakpoint_set → debug_start → variable_list",
        "breakpoint_set with logMessage → debug_start → dap_logs"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
        "E_INVALID_PATH": "Give a path relative to the workspace folder.",
        "E_INVALID_LINE": "Use one of the lines in details.nearest.",
        "E_CONTENT_MISMATCH": "Use the line that the message shows, or set the breakpoint by {param:text}.",
        "E_AMBIGUOUS_SYMBOL": "Pass {param:near} with one of the lines, or a longer text.",
        "E_SYMBOL_NOT_FOUND": "Read the file, then pass text that one line contains, or {param:line}.",
        "E_UNSUPPORTED_CAPABILITY": "Set a plain breakpoint by path and line."
      }
    }
  },
  "debug_attach": {
    "alias": "debug.attach",
    "category": "execution",
    "tier": "extended",
    "title": "Attach to a running program",
    "description": "Attaches the debugger to a process or debug port that already runs. To start a program, use debug_start.",
    "kind": "wait",
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
    "when": null,
    "oneOf": [
      [
        "launch"
      ],
      [
        "type",
        "processId"
      ],
      [
        "type",
        "port"
      ]
    ],
    "errors": [
      {
        "code": "E_CONFIG_NOT_FOUND",
        "when": "No attach configuration has that name.",
        "hint": "Use a name from {tool:launch_list}.",
        "retryable": false
      },
      {
        "code": "E_NO_ADAPTER",
        "when": "No debug adapter is installed for this type.",
        "hint": "Run the command that the message names, then attach again.",
        "retryable": false
      },
      {
        "code": "E_LAUNCH_FAILED",
        "when": "The adapter could not attach.",
        "hint": "Check that the process runs and listens for a debugger, then attach again.",
        "retryable": true
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_attach --param type=node --param port=9229"
      ]
    },
    "name": "debug_attach",
    "aliases": [],
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
        "host": {
          "type": "string",
          "default": "127.0.0.1"
        },
        "port": {
          "type": "integer",
          "minimum": 1,
          "maximum": 65535
        },
        "pathMappings": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "localRoot": {
                "type": "string"
              },
              "remoteRoot": {
                "type": "string"
              }
            },
            "required": [
              "localRoot",
              "remoteRoot"
            ]
          }
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 25000,
          "default": 20000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {
      "launch": "Attach",
      "type": "node"
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
    },
    "llm": {
      "when_to_use": "For a program that somebody else started, such as a server in a terminal with --inspect.",
      "parameter_hints": {
        "type": {
          "examples": [
            "node",
            "python",
            "go",
            "lldb"
          ]
        }
      },
      "workflows": [
        "debug_attach → breakpoint_set → debug_wait_for_hit → debug_stop {detach: true}"
      ],
      "requires": [],
      "error_recovery": {
        "E_CONFIG_NOT_FOUND": "Use a name from {tool:launch_list}.",
        "E_NO_ADAPTER": "Run the command that the message names, then attach again.",
        "E_LAUNCH_FAILED": "Check that the process runs and listens for a debugger, then attach again."
      }
    }
  },
  "debug_continue": {
    "alias": "debug.continue",
    "category": "execution",
    "tier": "core",
    "title": "Continue the program",
    "description": "Resumes a stopped program and waits for the next stop or its end. Use after debug_start stopped.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended while the program ran.",
        "hint": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_continue"
      ]
    },
    "name": "debug_continue",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "thread": {
          "type": "integer"
        },
        "singleThread": {
          "type": "boolean",
          "default": false
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 45000,
          "default": 30000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "To run on to the next breakpoint, exception or the end of the program.",
      "parameter_hints": {},
      "workflows": [
        "breakpoint_set → debug_continue → variable_list"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_NOT_STOPPED": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
        "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
      }
    }
  },
  "debug_pause": {
    "alias": "debug.pause",
    "category": "execution",
    "tier": "core",
    "title": "Pause the program",
    "description": "Stops a running program where it is, such as in an endless loop.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_ALREADY_STOPPED",
        "when": "The program is already stopped.",
        "hint": "Inspect it now with {tool:stack_get} or {tool:variable_list}.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_pause"
      ]
    },
    "name": "debug_pause",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "thread": {
          "type": "integer"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 8000,
          "default": 5000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "When a call answered running and you want to see what the program does.",
      "parameter_hints": {},
      "workflows": [
        "debug_start answers running → debug_pause → stack_get"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_ALREADY_STOPPED": "Inspect it now with {tool:stack_get} or {tool:variable_list}."
      }
    }
  },
  "debug_restart": {
    "alias": "debug.restart",
    "category": "execution",
    "tier": "core",
    "title": "Restart the program",
    "description": "Ends the program and starts it again the same way, after an edit. Breakpoints set by text follow their line.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing was debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SESSION",
        "when": "Several sessions are live and the call names none.",
        "hint": "Pass {param:session} with one of the ids in the message.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The session was started by another program or by the person.",
        "hint": "Start it with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_LAUNCH_FAILED",
        "when": "The program could not be started again.",
        "hint": "Correct what the message names, then start again.",
        "retryable": true
      },
      {
        "code": "E_PRELAUNCH_FAILED",
        "when": "The task before the program failed.",
        "hint": "Correct what its output names, then start again.",
        "retryable": true
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_restart"
      ]
    },
    "name": "debug_restart",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "wait": {
          "type": "string",
          "enum": [
            "stop",
            "started"
          ],
          "default": "stop"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 45000,
          "default": 30000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "After editing the source, or to run into the same breakpoint once more. Works for an ended session too.",
      "parameter_hints": {},
      "workflows": [
        "edit the file → debug_restart → variable_list"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_AMBIGUOUS_SESSION": "Pass {param:session} with one of the ids in the message.",
        "E_UNSUPPORTED_CAPABILITY": "Start it with {tool:debug_start}.",
        "E_LAUNCH_FAILED": "Correct what the message names, then start again.",
        "E_PRELAUNCH_FAILED": "Correct what its output names, then start again."
      }
    }
  },
  "debug_run_to_line": {
    "alias": "debug.run-to-line",
    "category": "execution",
    "tier": "extended",
    "title": "Run to a line",
    "description": "Resumes a stopped program until a line is reached, once; leaves no breakpoint behind.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with {tool:debug_pause}, or set a breakpoint with {tool:breakpoint_set}.",
        "retryable": true
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The line is beyond the end of the file or the adapter cannot stop there.",
        "hint": "Use one of the lines in details.nearest.",
        "retryable": false
      },
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file in the workspace.",
        "retryable": false
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended before the line was reached.",
        "hint": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_run_to_line --param path=src/pricing.ts --param line=20"
      ]
    },
    "name": "debug_run_to_line",
    "aliases": [],
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
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 45000,
          "default": 30000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      },
      "required": [
        "path",
        "line"
      ]
    },
    "examples": {
      "path": "src/pricing.ts",
      "line": 20
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
    },
    "llm": {
      "when_to_use": "To skip over a loop or a long function in one call. Other breakpoints still stop the program.",
      "parameter_hints": {},
      "workflows": [
        "debug_start → debug_run_to_line → variable_list"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_NOT_STOPPED": "Stop it with {tool:debug_pause}, or set a breakpoint with {tool:breakpoint_set}.",
        "E_INVALID_LINE": "Use one of the lines in details.nearest.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
      }
    }
  },
  "debug_start": {
    "alias": "debug.start",
    "category": "execution",
    "tier": "core",
    "title": "Start debugging",
    "description": "Starts a program under the debugger and waits for the first stop or its end. Set breakpoints first.",
    "kind": "wait",
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
    "when": null,
    "oneOf": [
      [
        "launch"
      ],
      [
        "path"
      ],
      [
        "config"
      ]
    ],
    "errors": [
      {
        "code": "E_CONFIG_NOT_FOUND",
        "when": "No launch configuration has that name.",
        "hint": "Use a name from {tool:launch_list}, or pass {param:path}.",
        "retryable": false
      },
      {
        "code": "E_NO_ADAPTER",
        "when": "No debug adapter is installed for this kind of program.",
        "hint": "Run the command that the message names, then start again.",
        "retryable": false
      },
      {
        "code": "E_PRELAUNCH_FAILED",
        "when": "The task before the program failed.",
        "hint": "Correct what its output names, then start again.",
        "retryable": true
      },
      {
        "code": "E_LAUNCH_FAILED",
        "when": "The adapter could not start the program.",
        "hint": "Correct what the message names, then start again.",
        "retryable": true
      },
      {
        "code": "E_UNTRUSTED_WORKSPACE",
        "when": "The program is outside the folders Molehill was started for.",
        "hint": "Start Molehill in that folder, or pass it with --workspace.",
        "retryable": false
      },
      {
        "code": "E_CONFIRMATION_REQUIRED",
        "when": "The configuration asks a person for inputs.",
        "hint": "Ask the person, then pass the configuration with the values as {param:config}.",
        "retryable": false
      },
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file in the workspace.",
        "retryable": false
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter crashed while the program started.",
        "hint": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "retryable": true
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_start --param path=src/main.ts"
      ]
    },
    "name": "debug_start",
    "aliases": [],
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
        "config": {
          "type": "object",
          "additionalProperties": {},
          "description": "A configuration as in launch.json"
        },
        "args": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "env": {
          "type": "object",
          "additionalProperties": {
            "type": "string"
          }
        },
        "cwd": {
          "type": "string"
        },
        "stopOnEntry": {
          "type": "boolean",
          "default": false
        },
        "noDebug": {
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
        "wait": {
          "type": "string",
          "enum": [
            "stop",
            "started",
            "none"
          ],
          "default": "stop"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 45000,
          "default": 30000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {
      "launch": "Server",
      "path": "src/main.ts"
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
    },
    "llm": {
      "when_to_use": "To run a program under the debugger. Without breakpoints it runs to its end and answers exit code and output.",
      "parameter_hints": {
        "config": {
          "examples": [
            {
              "type": "node",
              "request": "launch",
              "name": "app",
              "program": "src/app.js"
            }
          ]
        },
        "exceptions": {
          "examples": [
            "all"
          ],
          "note": "all also stops where an exception is caught."
        }
      },
      "workflows": [
        "breakpoint_set → debug_start → stack_get → variable_list → debug_step_over",
        "launch_list → debug_start {launch}"
      ],
      "requires": [],
      "error_recovery": {
        "E_CONFIG_NOT_FOUND": "Use a name from {tool:launch_list}, or pass {param:path}.",
        "E_NO_ADAPTER": "Run the command that the message names, then start again.",
        "E_PRELAUNCH_FAILED": "Correct what its output names, then start again.",
        "E_LAUNCH_FAILED": "Correct what the message names, then start again.",
        "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace.",
        "E_CONFIRMATION_REQUIRED": "Ask the person, then pass the configuration with the values as {param:config}.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
      }
    }
  },
  "debug_status": {
    "alias": "debug.status",
    "category": "execution",
    "tier": "core",
    "title": "Show debug sessions",
    "description": "Shows live sessions, their state and where they stopped; with all, ended ones too.",
    "kind": "query",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "The named session is unknown.",
        "hint": "Leave {param:session} out to list all.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_status"
      ]
    },
    "name": "debug_status",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "all": {
          "type": "boolean",
          "default": false
        },
        "capabilities": {
          "type": "boolean",
          "description": "What each adapter supports",
          "default": false
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "When you are not sure what is being debugged, or several sessions are live.",
      "parameter_hints": {},
      "workflows": [
        "debug_status → debug_continue {session}"
      ],
      "requires": [],
      "error_recovery": {
        "E_NO_SESSION": "Leave {param:session} out to list all."
      }
    }
  },
  "debug_step_back": {
    "alias": "debug.step-back",
    "category": "execution",
    "tier": "expert",
    "title": "Step back",
    "description": "Runs backwards by one step, or with continue to the previous breakpoint, where the adapter records execution.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with {tool:debug_pause}.",
        "retryable": true
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter cannot run backwards.",
        "hint": "Set an earlier breakpoint with {tool:breakpoint_set}, then call {tool:debug_restart}.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_step_back"
      ]
    },
    "name": "debug_step_back",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "continue": {
          "type": "boolean",
          "default": false
        },
        "thread": {
          "type": "integer"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 15000,
          "default": 10000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "With an adapter that records execution, such as delve with rr.",
      "parameter_hints": {},
      "workflows": [
        "debug_start → debug_step_over → debug_step_back"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_NOT_STOPPED": "Stop it with {tool:debug_pause}.",
        "E_UNSUPPORTED_CAPABILITY": "Set an earlier breakpoint with {tool:breakpoint_set}, then call {tool:debug_restart}."
      }
    }
  },
  "debug_step_into": {
    "alias": "debug.step-into",
    "category": "execution",
    "tier": "core",
    "title": "Step into",
    "description": "Steps into the call on the current line; target chooses one of several calls.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended during the step.",
        "hint": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "The current line calls no such function.",
        "hint": "Use one of the names in the message, or leave {param:target} out.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter has no step targets or no such granularity.",
        "hint": "Set a breakpoint in that function with {tool:breakpoint_set}, or step by line.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_step_into"
      ]
    },
    "name": "debug_step_into",
    "aliases": [],
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
        "granularity": {
          "type": "string",
          "enum": [
            "line",
            "statement",
            "instruction"
          ],
          "default": "line"
        },
        "thread": {
          "type": "integer"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 15000,
          "default": 10000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {
      "target": "applyDiscount"
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
    },
    "llm": {
      "when_to_use": "When the call on the current line is suspicious.",
      "parameter_hints": {},
      "workflows": [
        "debug_start → debug_step_into → variable_list"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_NOT_STOPPED": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
        "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "E_SYMBOL_NOT_FOUND": "Use one of the names in the message, or leave {param:target} out.",
        "E_UNSUPPORTED_CAPABILITY": "Set a breakpoint in that function with {tool:breakpoint_set}, or step by line."
      }
    }
  },
  "debug_step_out": {
    "alias": "debug.step-out",
    "category": "execution",
    "tier": "core",
    "title": "Step out",
    "description": "Runs to the end of the current function and stops in its caller, with the returned value where known.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended during the step.",
        "hint": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_step_out"
      ]
    },
    "name": "debug_step_out",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "thread": {
          "type": "integer"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 15000,
          "default": 10000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "When the rest of the function does not matter.",
      "parameter_hints": {},
      "workflows": [
        "debug_start → debug_step_out → variable_list"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_NOT_STOPPED": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
        "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}."
      }
    }
  },
  "debug_step_over": {
    "alias": "debug.step-over",
    "category": "execution",
    "tier": "core",
    "title": "Step over",
    "description": "Runs the current line of a stopped program, calls included, and shows which locals changed.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended during the step.",
        "hint": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter has no step targets or no such granularity.",
        "hint": "Set a breakpoint in that function with {tool:breakpoint_set}, or step by line.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_step_over"
      ]
    },
    "name": "debug_step_over",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "count": {
          "type": "integer",
          "minimum": 1,
          "maximum": 50,
          "default": 1
        },
        "granularity": {
          "type": "string",
          "enum": [
            "line",
            "statement",
            "instruction"
          ],
          "default": "line"
        },
        "thread": {
          "type": "integer"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 15000,
          "default": 10000
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "To follow the code of one function line by line.",
      "parameter_hints": {},
      "workflows": [
        "debug_start → debug_step_over → variable_list"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_NOT_STOPPED": "Wait with {tool:debug_wait_for_hit}, or stop it with {tool:debug_pause}.",
        "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "E_UNSUPPORTED_CAPABILITY": "Set a breakpoint in that function with {tool:breakpoint_set}, or step by line."
      }
    }
  },
  "debug_stop": {
    "alias": "debug.stop",
    "category": "execution",
    "tier": "core",
    "title": "Stop debugging",
    "description": "Ends the debugged program, or leaves it running with detach. Its output stays readable.",
    "kind": "action",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "The named session is unknown.",
        "hint": "Use an id from {tool:debug_status}, or leave {param:session} out.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SESSION",
        "when": "Several sessions are live and the call names none.",
        "hint": "Pass {param:session} with one of the ids in the message, or {param:all=true}.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_stop --param all=true"
      ]
    },
    "name": "debug_stop",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "all": {
          "type": "boolean",
          "default": false
        },
        "detach": {
          "type": "boolean",
          "default": false
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "When you have seen enough and the program still runs. Without a session it answers an empty list.",
      "parameter_hints": {},
      "workflows": [
        "debug_stop → breakpoint_clear"
      ],
      "requires": [],
      "error_recovery": {
        "E_NO_SESSION": "Use an id from {tool:debug_status}, or leave {param:session} out.",
        "E_AMBIGUOUS_SESSION": "Pass {param:session} with one of the ids in the message, or {param:all=true}."
      }
    }
  },
  "debug_wait_for_hit": {
    "alias": "debug.wait-for-hit",
    "category": "execution",
    "tier": "core",
    "title": "Wait for a stop",
    "description": "Waits until a running program stops, ends or prints a match; answers at once when it is already stopped.",
    "kind": "wait",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_NOT_FOUND",
        "when": "No breakpoint has that id.",
        "hint": "Use an id from {tool:breakpoint_list}.",
        "retryable": false
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended while the call waited.",
        "hint": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "retryable": false
      },
      {
        "code": "E_CANCELLED",
        "when": "The client cancelled the call.",
        "hint": "Nothing to do: the program was left as it is.",
        "retryable": true
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_wait_for_hit --param timeoutMs=10000"
      ]
    },
    "name": "debug_wait_for_hit",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "breakpoint": {
          "type": "string",
          "description": "Id; other stops do not count"
        },
        "events": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "stopped",
              "exited",
              "output"
            ]
          }
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
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "session": {
          "type": "string",
          "description": "Session id; default the latest"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {
      "outputMatches": "listening on \\d+"
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
    },
    "llm": {
      "when_to_use": "After a call answered running, or while a request, a timer or a person drives the program to the breakpoint.",
      "parameter_hints": {},
      "workflows": [
        "debug_start {wait: started} → debug_wait_for_hit {outputMatches} → breakpoint_set → debug_wait_for_hit"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with {tool:debug_start}.",
        "E_NOT_FOUND": "Use an id from {tool:breakpoint_list}.",
        "E_SESSION_ENDED": "{tool:dap_logs} shows its output; start again with {tool:debug_start}.",
        "E_CANCELLED": "Nothing to do: the program was left as it is."
      }
    }
  },
  "docs_get": {
    "alias": "docs.get",
    "category": "bridge",
    "tier": "extended",
    "title": "Read a guide",
    "description": "Guides by language and everything about one tool: examples, workflows, error recovery. Without id: the index.",
    "kind": "query",
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
    "when": null,
    "errors": [
      {
        "code": "E_INVALID_PARAMS",
        "when": "No guide or tool has that id.",
        "hint": "Call without {param:id} for the index.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec docs_get --param id=python"
      ]
    },
    "name": "docs_get",
    "aliases": [
      "docs_list"
    ],
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
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {
      "id": "debugging",
      "topic": "pytest"
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
    },
    "llm": {
      "when_to_use": "Before debugging a language for the first time, or when a tool's answer is not what you expected.",
      "parameter_hints": {
        "id": {
          "examples": [
            "debugging",
            "python",
            "debug_start"
          ]
        }
      },
      "workflows": [
        "docs_get → docs_get {id: python} → debug_start"
      ],
      "requires": [],
      "error_recovery": {
        "E_INVALID_PARAMS": "Call without {param:id} for the index."
      }
    }
  },
  "launch_list": {
    "alias": "launch.list",
    "category": "execution",
    "tier": "core",
    "title": "List launch configurations",
    "description": "Lists the configurations and compounds of launch.json that debug_start can start by name.",
    "kind": "query",
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
    "when": null,
    "errors": [
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file, or leave {param:path} out.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec launch_list"
      ]
    },
    "name": "launch_list",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "Those for this file come first"
        },
        "workspace": {
          "type": "string",
          "description": "Folder path, folder name or window id"
        },
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 2000
        }
      }
    },
    "examples": {},
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
    },
    "llm": {
      "when_to_use": "Before debug_start in a project with a launch.json. A single file needs none; pass its path to debug_start.",
      "parameter_hints": {},
      "workflows": [
        "launch_list → debug_start {launch}"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave {param:path} out."
      }
    }
  }
};
