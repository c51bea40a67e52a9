// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { ToolMetadata } from '../definition.ts';
import type { ToolName } from './types.ts';

/** Everything the catalogue says about each tool. Imported only when it is asked for. */
export const metadata: Readonly<Record<ToolName, ToolMetadata>> = {
  "action_apply": {
    "alias": "action.apply",
    "category": "refactoring",
    "tier": "extended",
    "title": "Apply a code action",
    "description": "Applies an action of action_list, or source.fixAll or source.organizeImports to a file.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "handle"
      ],
      [
        "path",
        "kind"
      ]
    ],
    "errors": [
      {
        "code": "E_STALE_REFERENCE",
        "when": "The file was changed, or the handle is unknown.",
        "hint": "Call action_list again.",
        "retryable": false
      },
      {
        "code": "E_CONFLICT",
        "when": "A file was changed while the action was planned.",
        "hint": "Call action_list again.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "The action is disabled, or the kind is not one of a whole file.",
        "hint": "Use a handle of action_list.",
        "retryable": false
      },
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file, relative to the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves this kind of file.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec action_apply --param path=src/a.ts --param kind=source.organizeImports"
      ]
    },
    "name": "action_apply",
    "aliases": [],
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
        },
        "preview": {
          "type": "boolean",
          "description": "Show the edits only",
          "default": false
        },
        "save": {
          "type": "boolean",
          "default": true
        },
        "dirty": {
          "type": "string",
          "enum": [
            "refuse",
            "save"
          ],
          "default": "refuse"
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
      "handle": "actions_Zk3v.0",
      "path": "src/pricing.ts",
      "kind": "source.fixAll"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "To let the language server correct a problem instead of editing the text.",
      "parameter_hints": {
        "kind": {
          "examples": [
            "source.fixAll",
            "source.organizeImports"
          ]
        }
      },
      "workflows": [
        "action_list → action_apply → diagnostic_list"
      ],
      "requires": [],
      "error_recovery": {
        "E_STALE_REFERENCE": "Call action_list again.",
        "E_CONFLICT": "Call action_list again.",
        "E_INVALID_PARAMS": "Use a handle of action_list.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file, relative to the workspace folder.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again."
      }
    }
  },
  "action_list": {
    "alias": "action.list",
    "category": "refactoring",
    "tier": "extended",
    "title": "List code actions",
    "description": "Quick fixes and refactorings that the language server offers for lines of a file; apply one with action_apply.",
    "kind": "query",
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
    "when": null,
    "errors": [
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file, relative to the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The line is beyond the end of the file.",
        "hint": "Use a line of the file.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves this kind of file.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec action_list --param path=src/a.ts --param line=3"
      ]
    },
    "name": "action_list",
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
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 30
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
      },
      "required": [
        "path",
        "line"
      ]
    },
    "examples": {
      "path": "src/pricing.ts",
      "line": 12,
      "endLine": 20,
      "kinds": [
        "quickfix"
      ]
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "When diagnostic_list reports a problem that the server can correct, such as a missing import.",
      "parameter_hints": {
        "kinds": {
          "examples": [
            [
              "quickfix"
            ],
            [
              "refactor.extract"
            ]
          ]
        }
      },
      "workflows": [
        "diagnostic_list → action_list → action_apply"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file, relative to the workspace folder.",
        "E_INVALID_LINE": "Use a line of the file.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again."
      }
    }
  },
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
        "hint": "Give the path of an existing file, or leave path out.",
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
    "result": {
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
        "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave path out."
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
        "hint": "Give the path of an existing file, or leave path out.",
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
    "result": {
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
        "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave path out."
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
        "hint": "Use an id from breakpoint_list.",
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
    "result": {
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
        "E_NOT_FOUND": "Use an id from breakpoint_list."
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it first with debug_pause.",
        "retryable": true
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The reference is from an earlier stop.",
        "hint": "Get a new one from variable_list.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter has no data breakpoints or cannot watch this value.",
        "hint": "Set a conditional breakpoint with breakpoint_set where the value is assigned.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_STOPPED": "Stop it first with debug_pause.",
        "E_STALE_REFERENCE": "Get a new one from variable_list.",
        "E_UNSUPPORTED_CAPABILITY": "Set a conditional breakpoint with breakpoint_set where the value is assigned."
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
        "hint": "Start a session first with debug_start, which takes exceptions.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter does not know the filter, conditions or exception types.",
        "hint": "Use one of the offered filters, or mode.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start, which takes exceptions.",
        "E_UNSUPPORTED_CAPABILITY": "Use one of the offered filters, or mode."
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
        "when": "The line is beyond the end of the file.",
        "hint": "Use one of the lines in details.nearest.",
        "retryable": false
      },
      {
        "code": "E_CONTENT_MISMATCH",
        "when": "The line does not contain the text of expect.",
        "hint": "Use the line that the message shows, or set the breakpoint by text.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SYMBOL",
        "when": "Several lines contain the text.",
        "hint": "Pass near with one of the lines, or a longer text.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "No line contains the text.",
        "hint": "Read the file, then pass text that one line contains, or line.",
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
    "result": {
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
        "E_CONTENT_MISMATCH": "Use the line that the message shows, or set the breakpoint by text.",
        "E_AMBIGUOUS_SYMBOL": "Pass near with one of the lines, or a longer text.",
        "E_SYMBOL_NOT_FOUND": "Read the file, then pass text that one line contains, or line.",
        "E_UNSUPPORTED_CAPABILITY": "Set a plain breakpoint by path and line."
      }
    }
  },
  "bridge_status": {
    "alias": "bridge.status",
    "category": "bridge",
    "tier": "core",
    "title": "Where calls run",
    "description": "Open editor windows, and which one or the headless host the other tools use here and why. Works without VS Code.",
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
    "errors": [],
    "cli": {
      "examples": [
        "vscb status",
        "vscb exec bridge_status --json"
      ]
    },
    "name": "bridge_status",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "all": {
          "type": "boolean",
          "description": "Windows of other folders too",
          "default": true
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
    "result": {
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
    },
    "llm": {
      "when_to_use": "When a call answers E_BRIDGE_UNAVAILABLE or E_AMBIGUOUS_WINDOW, or when you must know whether a person sees what you do.",
      "parameter_hints": {},
      "workflows": [
        "bridge_status → debug_start"
      ],
      "requires": [],
      "error_recovery": {}
    }
  },
  "code_disassemble": {
    "alias": "code.disassemble",
    "category": "inspection",
    "tier": "expert",
    "title": "Disassemble",
    "description": "Shows machine instructions at an address, by default where the top frame stopped.",
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
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": "supportsDisassembleRequest"
    },
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The debug adapter cannot do this.",
        "hint": "Use stack_get with sourceLines.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec code_disassemble --param count=20"
      ]
    },
    "name": "code_disassemble",
    "aliases": [],
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
        "offset": {
          "type": "integer",
          "minimum": -200,
          "maximum": 10000,
          "description": "In instructions",
          "default": 0
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
      "address": "0x401136",
      "count": 20,
      "offset": -10
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "A native program crashed without source, or you step by instruction.",
      "parameter_hints": {},
      "workflows": [
        "debug_step_over → code_disassemble"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_UNSUPPORTED_CAPABILITY": "Use stack_get with sourceLines."
      }
    }
  },
  "code_format": {
    "alias": "code.format",
    "category": "refactoring",
    "tier": "extended",
    "title": "Format files",
    "description": "Formats files with their language server, or only checks them. Not with Prettier or other programs - run those in a terminal.",
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
      "hard": 30000
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
        "when": "A path names no file.",
        "hint": "Give paths of existing files, relative to the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "The formatter is not there, or a range is given for several files.",
        "hint": "Leave out formatter to use the language server of each file.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The range is beyond the end of the file.",
        "hint": "Use lines of the file.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves these files.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      },
      {
        "code": "E_CONFLICT",
        "when": "A file was changed while its format was planned.",
        "hint": "Call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec code_format --param 'paths=[\"src/a.ts\"]' --param check=true"
      ]
    },
    "name": "code_format",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "paths": {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        "range": {
          "type": "object",
          "properties": {
            "start": {
              "type": "integer",
              "minimum": 1
            },
            "end": {
              "type": "integer",
              "minimum": 1
            }
          },
          "required": [
            "start",
            "end"
          ],
          "description": "Lines of the only path"
        },
        "organizeImports": {
          "type": "boolean",
          "default": false
        },
        "formatter": {
          "type": "string",
          "description": "Name of the language server"
        },
        "check": {
          "type": "boolean",
          "description": "Change nothing",
          "default": false
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
      },
      "required": [
        "paths"
      ]
    },
    "examples": {
      "paths": [
        "src/pricing.ts"
      ],
      "range": {
        "start": 10,
        "end": 20
      },
      "formatter": "typescript"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "After editing files of a project that has no formatter of its own.",
      "parameter_hints": {
        "paths": {
          "note": "At most 50"
        }
      },
      "workflows": [
        "code_format {check: true} → code_format"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give paths of existing files, relative to the workspace folder.",
        "E_INVALID_PARAMS": "Leave out formatter to use the language server of each file.",
        "E_INVALID_LINE": "Use lines of the file.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
        "E_CONFLICT": "Call again."
      }
    }
  },
  "dap_compare": {
    "alias": "dap.compare",
    "category": "traffic",
    "tier": "expert",
    "title": "Compare two sessions",
    "description": "Compares two sessions, such as a good and a bad run, by counts, exceptions, output or events; tells where they first diverge.",
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec dap_compare --param a=dbg_a1 --param b=dbg_b2 --param by=outputs"
      ]
    },
    "name": "dap_compare",
    "aliases": [],
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
      },
      "required": [
        "a",
        "b"
      ]
    },
    "examples": {
      "a": "dbg_a1",
      "b": "dbg_b2",
      "by": "outputs"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "One run works and another does not, and you want the first difference.",
      "parameter_hints": {
        "a": {
          "examples": [
            "dbg_a1"
          ],
          "note": "Ids from debug_status with all=true"
        }
      },
      "workflows": [
        "debug_start → debug_restart → dap_compare"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug."
      }
    }
  },
  "dap_exceptions": {
    "alias": "dap.exceptions",
    "category": "traffic",
    "tier": "extended",
    "title": "List exceptions",
    "description": "Lists exceptions of a session, both those it stopped at and tracebacks and test failures found in its output.",
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
      "hard": 8000
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec dap_exceptions"
      ]
    },
    "name": "dap_exceptions",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "count": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 10
        },
        "context": {
          "type": "integer",
          "minimum": 0,
          "maximum": 20,
          "description": "Output lines before each",
          "default": 5
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
      "count": 10,
      "context": 5
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "A program or test failed, and you want the errors without reading its whole output.",
      "parameter_hints": {},
      "workflows": [
        "test_debug → dap_exceptions"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug."
      }
    }
  },
  "dap_logs": {
    "alias": "dap.logs",
    "category": "traffic",
    "tier": "core",
    "title": "Read output",
    "description": "Reads what a debugged program and its adapter printed, also after it ended; continue with since = next.",
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
      "hard": 8000
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec dap_logs --param category=stderr"
      ]
    },
    "name": "dap_logs",
    "aliases": [
      "dap_filter"
    ],
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
        "exclude": {
          "type": "string",
          "description": "Regex"
        },
        "source": {
          "type": "string",
          "description": "Printed by this file"
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
      "since": 120,
      "limit": 50,
      "category": "stderr",
      "match": "error|warn",
      "exclude": "^DEBUG",
      "source": "src/pricing.ts"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "The program printed something, failed or ended, and you want to read it.",
      "parameter_hints": {
        "since": {
          "examples": [
            -5000,
            120
          ],
          "note": "Negative: the last so many milliseconds"
        }
      },
      "workflows": [
        "debug_start → dap_logs"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again."
      }
    }
  },
  "dap_request": {
    "alias": "debug.tracker",
    "category": "traffic",
    "tier": "expert",
    "title": "Send a DAP request",
    "description": "Sends a raw Debug Adapter Protocol request and returns its response; reading requests pass, others ask a person.",
    "kind": "action",
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
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_CONFIRMATION_REQUIRED",
        "when": "The request may change the program, and this client cannot ask a person.",
        "hint": "Use the tool made for it, such as debug_continue or variable_set.",
        "retryable": false
      },
      {
        "code": "E_ADAPTER",
        "when": "The adapter refused the request.",
        "hint": "Correct the arguments by its message.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The debug adapter cannot do this.",
        "hint": "Use another request; debug_status with capabilities: true shows what the adapter can do.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec dap_request --param command=threads"
      ]
    },
    "name": "dap_request",
    "aliases": [
      "debug_tracker"
    ],
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
        "command"
      ]
    },
    "examples": {
      "command": "gotoTargets",
      "arguments": {
        "frameId": 1000
      }
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "No other tool covers what you need of the adapter.",
      "parameter_hints": {
        "command": {
          "examples": [
            "source",
            "gotoTargets"
          ],
          "note": "As in the Debug Adapter Protocol"
        }
      },
      "workflows": [
        "debug_status → dap_request"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_CONFIRMATION_REQUIRED": "Use the tool made for it, such as debug_continue or variable_set.",
        "E_ADAPTER": "Correct the arguments by its message.",
        "E_UNSUPPORTED_CAPABILITY": "Use another request; debug_status with capabilities: true shows what the adapter can do."
      }
    }
  },
  "dap_search": {
    "alias": "dap.search",
    "category": "traffic",
    "tier": "extended",
    "title": "Search output",
    "description": "Searches the kept output of a session by regular expression, with lines around each match.",
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
      "hard": 8000
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec dap_search --param pattern=Timeout"
      ]
    },
    "name": "dap_search",
    "aliases": [],
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
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 500,
          "default": 50
        },
        "all": {
          "type": "boolean",
          "description": "Every session",
          "default": false
        },
        "caseSensitive": {
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
      },
      "required": [
        "pattern"
      ]
    },
    "examples": {
      "pattern": "Timeout|ECONN",
      "context": 2,
      "limit": 50,
      "all": true,
      "caseSensitive": true
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "You look for a message in much output.",
      "parameter_hints": {
        "pattern": {
          "examples": [
            "Timeout|ECONN"
          ],
          "note": "JavaScript syntax, matched line by line"
        }
      },
      "workflows": [
        "debug_start → dap_search"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again."
      }
    }
  },
  "dap_summary": {
    "alias": "dap.summary",
    "category": "traffic",
    "tier": "extended",
    "title": "Summarise a session",
    "description": "Counts and rates of output, stops and exceptions of a session, with its first and last lines; start here before dap_logs.",
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
      "hard": 8000
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec dap_summary"
      ]
    },
    "name": "dap_summary",
    "aliases": [
      "dap_stats"
    ],
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
      "groupBy": "category",
      "all": true
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "You want an overview of what a program did, also after it ended.",
      "parameter_hints": {},
      "workflows": [
        "debug_start → dap_summary → dap_logs"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug."
      }
    }
  },
  "dap_timeline": {
    "alias": "dap.timeline",
    "category": "traffic",
    "tier": "extended",
    "title": "Show the timeline",
    "description": "Shows what happened in a session in order, with offsets in milliseconds, such as stops, exceptions and exit.",
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
      "hard": 8000
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec dap_timeline"
      ]
    },
    "name": "dap_timeline",
    "aliases": [],
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
        "windowMs": {
          "type": "integer",
          "minimum": 1,
          "description": "Only the last so many milliseconds"
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
      "types": [
        "stopped",
        "exited"
      ],
      "windowMs": 10000,
      "granularity": "all"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "The order of events matters, or you want to know where time went.",
      "parameter_hints": {
        "granularity": {
          "examples": [
            "summary"
          ],
          "note": "summary: one line per type with its first and last offset"
        }
      },
      "workflows": [
        "debug_start → dap_timeline"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug."
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
        "hint": "Use a name from launch_list.",
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
    "result": {
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
        "E_CONFIG_NOT_FOUND": "Use a name from launch_list.",
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Wait with debug_wait_for_hit, or stop it with debug_pause.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended while the program ran.",
        "hint": "dap_logs shows its output; start again with debug_start.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_STOPPED": "Wait with debug_wait_for_hit, or stop it with debug_pause.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start."
      }
    }
  },
  "debug_evaluate": {
    "alias": "debug.evaluate",
    "category": "execution",
    "tier": "core",
    "title": "Evaluate expressions",
    "description": "Evaluates expressions in the language and frame of the stopped program; may run its code. To only read variables, variable_list or variable_get.",
    "kind": "action",
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
    "oneOf": [
      [
        "expression"
      ],
      [
        "expressions"
      ]
    ],
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The frame is of an earlier stop.",
        "hint": "Take a frame from stack_get again.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      },
      {
        "code": "E_EVALUATE_FAILED",
        "when": "The expression failed in the program.",
        "hint": "Use the syntax of the language of the program and names visible in the frame.",
        "retryable": false
      },
      {
        "code": "E_TIMEOUT",
        "when": "The expression did not finish in `timeoutMs`.",
        "hint": "The message says what the program does now; simplify the expression.",
        "retryable": true
      }
    ],
    "cli": {
      "examples": [
        "vscb exec debug_evaluate --param expression=cart.total"
      ]
    },
    "name": "debug_evaluate",
    "aliases": [],
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
        "context": {
          "type": "string",
          "enum": [
            "watch",
            "repl",
            "hover"
          ],
          "default": "watch"
        },
        "depth": {
          "type": "integer",
          "minimum": 0,
          "maximum": 3,
          "default": 0
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 100,
          "maximum": 14000,
          "description": "For all expressions together",
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
      "expression": "cart.items.length",
      "expressions": [
        "cart.total",
        "len(items)"
      ],
      "frame": "3.1000",
      "context": "repl",
      "depth": 1,
      "timeoutMs": 2000
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "You need a computed value, a method's result or several values at once from a stopped program.",
      "parameter_hints": {
        "expression": {
          "examples": [
            "cart.items.length",
            "[i.price for i in items]"
          ],
          "note": "In the language of the program"
        },
        "expressions": {
          "examples": [
            [
              "a",
              "b"
            ]
          ],
          "note": "Each gets its own value or error"
        }
      },
      "workflows": [
        "breakpoint_set → debug_start → debug_evaluate"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_STALE_REFERENCE": "Take a frame from stack_get again.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again.",
        "E_EVALUATE_FAILED": "Use the syntax of the language of the program and names visible in the frame.",
        "E_TIMEOUT": "The message says what the program does now; simplify the expression."
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_ALREADY_STOPPED",
        "when": "The program is already stopped.",
        "hint": "Inspect it now with stack_get or variable_list.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_ALREADY_STOPPED": "Inspect it now with stack_get or variable_list."
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SESSION",
        "when": "Several sessions are live and the call names none.",
        "hint": "Pass session with one of the ids in the message.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The session was started by another program or by the person.",
        "hint": "Start it with debug_start.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_AMBIGUOUS_SESSION": "Pass session with one of the ids in the message.",
        "E_UNSUPPORTED_CAPABILITY": "Start it with debug_start.",
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or set a breakpoint with breakpoint_set.",
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
        "hint": "dap_logs shows its output; start again with debug_start.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or set a breakpoint with breakpoint_set.",
        "E_INVALID_LINE": "Use one of the lines in details.nearest.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start."
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
        "hint": "Use a name from launch_list, or pass path.",
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
        "hint": "Ask the person, then pass the configuration with the values as config.",
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
        "hint": "dap_logs shows its output; start again with debug_start.",
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
    "result": {
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
        "E_CONFIG_NOT_FOUND": "Use a name from launch_list, or pass path.",
        "E_NO_ADAPTER": "Run the command that the message names, then start again.",
        "E_PRELAUNCH_FAILED": "Correct what its output names, then start again.",
        "E_LAUNCH_FAILED": "Correct what the message names, then start again.",
        "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace.",
        "E_CONFIRMATION_REQUIRED": "Ask the person, then pass the configuration with the values as config.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start."
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
        "hint": "Leave session out to list all.",
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
    "result": {
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
        "E_NO_SESSION": "Leave session out to list all."
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause.",
        "retryable": true
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter cannot run backwards.",
        "hint": "Set an earlier breakpoint with breakpoint_set, then call debug_restart.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_STOPPED": "Stop it with debug_pause.",
        "E_UNSUPPORTED_CAPABILITY": "Set an earlier breakpoint with breakpoint_set, then call debug_restart."
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Wait with debug_wait_for_hit, or stop it with debug_pause.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended during the step.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "The current line calls no such function.",
        "hint": "Use one of the names in the message, or leave target out.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter has no step targets or no such granularity.",
        "hint": "Set a breakpoint in that function with breakpoint_set, or step by line.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_STOPPED": "Wait with debug_wait_for_hit, or stop it with debug_pause.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_SYMBOL_NOT_FOUND": "Use one of the names in the message, or leave target out.",
        "E_UNSUPPORTED_CAPABILITY": "Set a breakpoint in that function with breakpoint_set, or step by line."
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Wait with debug_wait_for_hit, or stop it with debug_pause.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended during the step.",
        "hint": "dap_logs shows its output; start again with debug_start.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_STOPPED": "Wait with debug_wait_for_hit, or stop it with debug_pause.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start."
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Wait with debug_wait_for_hit, or stop it with debug_pause.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended during the step.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The adapter has no step targets or no such granularity.",
        "hint": "Set a breakpoint in that function with breakpoint_set, or step by line.",
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_STOPPED": "Wait with debug_wait_for_hit, or stop it with debug_pause.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_UNSUPPORTED_CAPABILITY": "Set a breakpoint in that function with breakpoint_set, or step by line."
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
        "hint": "Use an id from debug_status, or leave session out.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SESSION",
        "when": "Several sessions are live and the call names none.",
        "hint": "Pass session with one of the ids in the message, or all: true.",
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
    "result": {
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
        "E_NO_SESSION": "Use an id from debug_status, or leave session out.",
        "E_AMBIGUOUS_SESSION": "Pass session with one of the ids in the message, or all: true."
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
        "hint": "Start a session first with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_FOUND",
        "when": "No breakpoint has that id.",
        "hint": "Use an id from breakpoint_list.",
        "retryable": false
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The adapter ended while the call waited.",
        "hint": "dap_logs shows its output; start again with debug_start.",
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
          "description": "Id; a hint tells when the stop is another"
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
    "result": {
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
        "E_NO_SESSION": "Start a session first with debug_start.",
        "E_NOT_FOUND": "Use an id from breakpoint_list.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_CANCELLED": "Nothing to do: the program was left as it is."
      }
    }
  },
  "diagnostic_collect": {
    "alias": "diagnostic.collect",
    "category": "diagnostics",
    "tier": "extended",
    "title": "Report on this installation",
    "description": "Versions, language servers, debug adapters, trust and the last errors, without secrets, for a bug report. Not for problems in code - diagnostic_list.",
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
      "hard": 10000
    },
    "needs": {
      "host": true,
      "session": false,
      "stopped": false,
      "capability": null
    },
    "when": null,
    "errors": [],
    "cli": {
      "examples": [
        "vscb exec diagnostic_collect --json"
      ]
    },
    "name": "diagnostic_collect",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
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
    "result": {
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
    },
    "llm": {
      "when_to_use": "When a tool fails for a reason that lies in the installation, or a person writes a bug report.",
      "parameter_hints": {},
      "workflows": [
        "bridge_status → diagnostic_collect"
      ],
      "requires": [],
      "error_recovery": {}
    }
  },
  "diagnostic_list": {
    "alias": "diagnostic.list",
    "category": "diagnostics",
    "tier": "core",
    "title": "List problems",
    "description": "Errors and warnings of files or folders from their language servers; without paths, of the files changed since the last commit.",
    "kind": "query",
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
    "when": null,
    "errors": [
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "A path names no file.",
        "hint": "Give paths of existing files, relative to the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "Paths are left out, and the changed files are not known.",
        "hint": "Pass paths with files or folders.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No file could be checked.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec diagnostic_list",
        "vscb exec diagnostic_list --param 'paths=[\"src\"]'"
      ]
    },
    "name": "diagnostic_list",
    "aliases": [],
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
        },
        "sources": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Only of these tools"
        },
        "excludeSources": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "default": [
            "cSpell"
          ]
        },
        "waitMs": {
          "type": "integer",
          "minimum": 0,
          "maximum": 10000,
          "description": "For servers that are still checking",
          "default": 1500
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 200,
          "default": 200
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
      "paths": [
        "src/pricing.ts"
      ],
      "sources": [
        "ts"
      ]
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "After editing files, before running their tests.",
      "parameter_hints": {
        "paths": {
          "examples": [
            [
              "src"
            ],
            [
              "src/a.ts",
              "src/b.ts"
            ]
          ]
        }
      },
      "workflows": [
        "diagnostic_list → action_list → action_apply"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give paths of existing files, relative to the workspace folder.",
        "E_INVALID_PARAMS": "Pass paths with files or folders.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again."
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
        "hint": "Call without id for the index.",
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
        "maxTokens": {
          "type": "integer",
          "minimum": 200,
          "maximum": 20000,
          "description": "Size of the answer in tokens",
          "default": 8000
        },
        "topic": {
          "type": "string",
          "description": "Only guides that mention it"
        }
      }
    },
    "examples": {
      "id": "debugging",
      "topic": "pytest"
    },
    "result": {
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
        "E_INVALID_PARAMS": "Call without id for the index."
      }
    }
  },
  "editor_context": {
    "alias": "editor.get-context",
    "category": "window",
    "tier": "extended",
    "title": "Show what the person sees",
    "description": "Active file, selection, visible lines and unsaved files of the editor window; without a window it says so.",
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
    "errors": [],
    "cli": {
      "examples": [
        "vscb exec editor_context"
      ]
    },
    "name": "editor_context",
    "aliases": [
      "editor_get_context"
    ],
    "inputSchema": {
      "type": "object",
      "properties": {
        "tabs": {
          "type": "boolean",
          "description": "Open tabs too",
          "default": false
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
    "result": {
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
    },
    "llm": {
      "when_to_use": "The person says \"this file\" or \"here\", or a change was refused because of unsaved files.",
      "parameter_hints": {},
      "workflows": [
        "editor_context → symbol_info"
      ],
      "requires": [],
      "error_recovery": {}
    }
  },
  "editor_goto": {
    "alias": "editor.goto-line",
    "category": "window",
    "tier": "extended",
    "title": "Show a place to the person",
    "description": "Opens a file at a line in the person's editor window. Not for reading files.",
    "kind": "action",
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
    "when": null,
    "errors": [
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file, relative to the workspace folder or absolute.",
        "retryable": false
      },
      {
        "code": "E_OUTSIDE_WORKSPACE",
        "when": "The file is outside the workspace.",
        "hint": "Give a path inside the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The line is beyond the end of the file.",
        "hint": "Use the last line in the details.",
        "retryable": false
      },
      {
        "code": "E_BRIDGE_UNAVAILABLE",
        "when": "No editor window is used here.",
        "hint": "Ask the person to open the folder in VS Code; bridge_status shows the windows.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec editor_goto --param path=src/a.ts --param line=12"
      ]
    },
    "name": "editor_goto",
    "aliases": [
      "editor_goto_line"
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
        "column": {
          "type": "integer",
          "minimum": 1,
          "default": 1
        },
        "focus": {
          "type": "boolean",
          "description": "Move the cursor there",
          "default": false
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
      },
      "required": [
        "path",
        "line"
      ]
    },
    "examples": {
      "path": "src/pricing.ts",
      "line": 12,
      "column": 1
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "The person asks to be shown a place.",
      "parameter_hints": {},
      "workflows": [
        "symbol_search → editor_goto"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file, relative to the workspace folder or absolute.",
        "E_OUTSIDE_WORKSPACE": "Give a path inside the workspace folder.",
        "E_INVALID_LINE": "Use the last line in the details.",
        "E_BRIDGE_UNAVAILABLE": "Ask the person to open the folder in VS Code; bridge_status shows the windows."
      }
    }
  },
  "exception_info": {
    "alias": "exception.info",
    "category": "inspection",
    "tier": "extended",
    "title": "Get the exception",
    "description": "Details of the exception that the program is stopped at, with message, type, stack and inner exceptions.",
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
      "session": true,
      "stopped": true,
      "capability": "supportsExceptionInfoRequest"
    },
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_FOUND",
        "when": "The stop is not an exception.",
        "hint": "dap_exceptions shows exceptions that were printed or came earlier.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The debug adapter cannot do this.",
        "hint": "dap_exceptions shows exceptions from stops and output.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec exception_info"
      ]
    },
    "name": "exception_info",
    "aliases": [],
    "inputSchema": {
      "type": "object",
      "properties": {
        "thread": {
          "type": "integer",
          "description": "Default is the thread that stopped"
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
      "thread": 1
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "A stop has the reason exception, and you need its whole message and stack.",
      "parameter_hints": {},
      "workflows": [
        "debug_start → exception_info → stack_get"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_NOT_FOUND": "dap_exceptions shows exceptions that were printed or came earlier.",
        "E_UNSUPPORTED_CAPABILITY": "dap_exceptions shows exceptions from stops and output."
      }
    }
  },
  "rename_file": {
    "alias": "file.rename",
    "category": "refactoring",
    "tier": "core",
    "title": "Move files and folders",
    "description": "Moves or renames files and folders, and updates the imports in all files. All or nothing. Use instead of mv.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "moves"
      ],
      [
        "oldUri",
        "newUri"
      ]
    ],
    "errors": [
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "A source does not exist.",
        "hint": "Give the path of an existing file or folder.",
        "retryable": false
      },
      {
        "code": "E_CONFLICT",
        "when": "A target exists, or a file was changed while the move was planned.",
        "hint": "Choose another target, or pass overwrite: true to replace a file.",
        "retryable": false
      },
      {
        "code": "E_OUTSIDE_WORKSPACE",
        "when": "A path is outside the workspace.",
        "hint": "Give paths inside the workspace.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PATH",
        "when": "A path is not usable, or names a link.",
        "hint": "Give the path of the file itself.",
        "retryable": false
      },
      {
        "code": "E_CONFIRMATION_REQUIRED",
        "when": "A file would be replaced, and this client cannot ask a person.",
        "hint": "Choose a target that does not exist.",
        "retryable": false
      },
      {
        "code": "E_LSP_NOT_READY",
        "when": "The language server is still loading the project.",
        "hint": "Call again in a few seconds.",
        "retryable": true
      },
      {
        "code": "E_LANGUAGE_SERVER",
        "when": "The language server ended or refused the request.",
        "hint": "Read its message; pass updateImports: false to move without it.",
        "retryable": true
      },
      {
        "code": "E_WRITE_FAILED",
        "when": "A file could not be written. Everything is as before.",
        "hint": "Correct what the message names, then call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec rename_file --param oldUri=src/cart.ts --param newUri=src/shop/cart.ts"
      ]
    },
    "name": "rename_file",
    "aliases": [
      "file_rename"
    ],
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
        "oldUri": {
          "type": "string",
          "description": "Instead of moves, one path or file URI"
        },
        "newUri": {
          "type": "string"
        },
        "updateImports": {
          "type": "boolean",
          "default": true
        },
        "overwrite": {
          "type": "boolean",
          "description": "Replace an existing file; asks a person",
          "default": false
        },
        "preview": {
          "type": "boolean",
          "description": "Show the edits only",
          "default": false
        },
        "save": {
          "type": "boolean",
          "default": true
        },
        "dirty": {
          "type": "string",
          "enum": [
            "refuse",
            "save"
          ],
          "description": "Where a touched file has unsaved changes",
          "default": "refuse"
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
      "moves": [
        {
          "from": "src/cart.ts",
          "to": "src/shop/cart.ts"
        }
      ],
      "oldUri": "src/cart.ts",
      "newUri": "src/shop/cart.ts"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "To move or rename files or folders that others import.",
      "parameter_hints": {
        "moves": {
          "note": "Several at once are one change; folders move with all their files"
        }
      },
      "workflows": [
        "rename_file {preview: true} → rename_file → diagnostic_list"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file or folder.",
        "E_CONFLICT": "Choose another target, or pass overwrite: true to replace a file.",
        "E_OUTSIDE_WORKSPACE": "Give paths inside the workspace.",
        "E_INVALID_PATH": "Give the path of the file itself.",
        "E_CONFIRMATION_REQUIRED": "Choose a target that does not exist.",
        "E_LSP_NOT_READY": "Call again in a few seconds.",
        "E_LANGUAGE_SERVER": "Read its message; pass updateImports: false to move without it.",
        "E_WRITE_FAILED": "Correct what the message names, then call again."
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
        "hint": "Give the path of an existing file, or leave path out.",
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
    "result": {
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
        "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave path out."
      }
    }
  },
  "memory_read": {
    "alias": "memory.read",
    "category": "inspection",
    "tier": "expert",
    "title": "Read memory",
    "description": "Reads memory of the stopped program at an address or at a variable's memory, as hex, base64 or text.",
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
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": "supportsReadMemoryRequest"
    },
    "when": null,
    "oneOf": [
      [
        "address"
      ],
      [
        "ref"
      ]
    ],
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The reference is of an earlier stop.",
        "hint": "Take a reference from variable_list again.",
        "retryable": false
      },
      {
        "code": "E_NOT_FOUND",
        "when": "The variable has no memory address.",
        "hint": "Pass address.",
        "retryable": false
      },
      {
        "code": "E_ADAPTER",
        "when": "The memory cannot be read.",
        "hint": "Check the address.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The debug adapter cannot do this.",
        "hint": "Use debug_evaluate or variable_get.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec memory_read --param address=0x7ffe1000 --param count=64"
      ]
    },
    "name": "memory_read",
    "aliases": [],
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
        "offset": {
          "type": "integer",
          "default": 0
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
      "address": "0x7ffe1000",
      "ref": "3.17",
      "offset": 16,
      "count": 64,
      "as": "hex"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "A native program has a pointer or buffer whose bytes matter.",
      "parameter_hints": {
        "address": {
          "examples": [
            "0x7ffe1000"
          ],
          "note": "`memoryReference` or pointer value"
        }
      },
      "workflows": [
        "variable_list → memory_read"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_STALE_REFERENCE": "Take a reference from variable_list again.",
        "E_NOT_FOUND": "Pass address.",
        "E_ADAPTER": "Check the address.",
        "E_UNSUPPORTED_CAPABILITY": "Use debug_evaluate or variable_get."
      }
    }
  },
  "module_list": {
    "alias": "module.list",
    "category": "inspection",
    "tier": "expert",
    "title": "List modules",
    "description": "Lists modules or source files that the debugged program has loaded; tells whether a file is loaded at all.",
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
      "hard": 8000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": false,
      "capability": "supportsModulesRequest"
    },
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The debug adapter cannot do this.",
        "hint": "Use the other value of what, or debug_evaluate with an expression of the language.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec module_list --param what=sources"
      ]
    },
    "name": "module_list",
    "aliases": [],
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
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "default": 100
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
      "what": "sources",
      "filter": "pricing",
      "limit": 100
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "A breakpoint does not bind, and you need to know whether its file was loaded, and under which path.",
      "parameter_hints": {
        "filter": {
          "examples": [
            "pricing"
          ],
          "note": "Case is ignored"
        }
      },
      "workflows": [
        "breakpoint_set → debug_start → module_list"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again.",
        "E_UNSUPPORTED_CAPABILITY": "Use the other value of what, or debug_evaluate with an expression of the language."
      }
    }
  },
  "scope_list": {
    "alias": "debug.scopes",
    "category": "inspection",
    "tier": "extended",
    "title": "List scopes",
    "description": "Lists the variable scopes of a frame, such as locals and closures. To read variables call variable_list instead.",
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
      "session": true,
      "stopped": true,
      "capability": null
    },
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The frame is of an earlier stop.",
        "hint": "Take a frame from stack_get again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec scope_list"
      ]
    },
    "name": "scope_list",
    "aliases": [
      "debug_scopes"
    ],
    "inputSchema": {
      "type": "object",
      "properties": {
        "frame": {
          "type": "string",
          "description": "From stack_get; default the top frame"
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
      "frame": "3.1000"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "variable_list does not show a variable, and you need to know which scopes the frame has.",
      "parameter_hints": {},
      "workflows": [
        "stack_get → scope_list → variable_get"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_STALE_REFERENCE": "Take a frame from stack_get again."
      }
    }
  },
  "get_setting": {
    "alias": "setting.get",
    "category": "settings",
    "tier": "core",
    "title": "Read settings",
    "description": "Reads VS Code settings by key, keys or prefix, with the value of each scope and the effective one.",
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
    "oneOf": [
      [
        "key"
      ],
      [
        "keys"
      ],
      [
        "prefix"
      ]
    ],
    "errors": [
      {
        "code": "E_SETTINGS_DAMAGED",
        "when": "A settings file is not JSON with comments.",
        "hint": "Correct the file at the named line, then call again.",
        "retryable": false
      },
      {
        "code": "E_OUTSIDE_WORKSPACE",
        "when": "The path is outside the workspace.",
        "hint": "Give a path inside the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file, or leave path out.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "None or several of key, keys and prefix are given, or the language is no id.",
        "hint": "Pass one of key, keys and prefix.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec get_setting --param key=editor.tabSize"
      ]
    },
    "name": "get_setting",
    "aliases": [
      "setting_get"
    ],
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
        "path": {
          "type": "string",
          "description": "A file whose folder's settings apply"
        },
        "language": {
          "type": "string",
          "description": "Language id, for its [language] section"
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
      "key": "editor.tabSize",
      "keys": [
        "editor.tabSize",
        "files.eol"
      ],
      "prefix": "editor.",
      "path": "src/a.ts",
      "language": "python"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "Before set_setting, or when the behaviour of the editor, a formatter or a language server depends on a setting.",
      "parameter_hints": {
        "key": {
          "examples": [
            "editor.tabSize",
            "python.analysis.typeCheckingMode"
          ]
        },
        "prefix": {
          "examples": [
            "editor.",
            "python."
          ],
          "note": "Lists keys that a file sets"
        }
      },
      "workflows": [
        "get_setting → set_setting"
      ],
      "requires": [],
      "error_recovery": {
        "E_SETTINGS_DAMAGED": "Correct the file at the named line, then call again.",
        "E_OUTSIDE_WORKSPACE": "Give a path inside the workspace folder.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave path out.",
        "E_INVALID_PARAMS": "Pass one of key, keys and prefix."
      }
    }
  },
  "set_setting": {
    "alias": "setting.set",
    "category": "settings",
    "tier": "core",
    "title": "Change a setting",
    "description": "Writes a VS Code setting, keeping comments; null removes it. Asks a person for user settings and for keys that run programs or weaken trust.",
    "kind": "action",
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
    "when": null,
    "errors": [
      {
        "code": "E_CONFIRMATION_REQUIRED",
        "when": "The target is user, or the key runs programs or weakens trust, and this client cannot ask a person.",
        "hint": "Ask the person to change it, or call from a client that supports elicitation.",
        "retryable": false
      },
      {
        "code": "E_SETTINGS_DAMAGED",
        "when": "The settings file is not JSON with comments. Nothing was changed.",
        "hint": "Correct the file at the named line, then call again.",
        "retryable": false
      },
      {
        "code": "E_WRITE_FAILED",
        "when": "The file could not be written. Nothing was changed.",
        "hint": "Correct what the message names, then call again.",
        "retryable": false
      },
      {
        "code": "E_OUTSIDE_WORKSPACE",
        "when": "The path or the file behind a link is outside the workspace.",
        "hint": "Give a path inside the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of an existing file, or leave path out.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed, or the editor knows no such setting.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec set_setting --param key=editor.tabSize --param value=2"
      ]
    },
    "name": "set_setting",
    "aliases": [
      "setting_set"
    ],
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
        "path": {
          "type": "string",
          "description": "A file of the folder to write to"
        },
        "language": {
          "type": "string",
          "description": "Language id, for its [language] section"
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
      },
      "required": [
        "key",
        "value"
      ]
    },
    "examples": {
      "key": "editor.tabSize",
      "value": 2,
      "target": "workspace",
      "path": "src/a.ts",
      "language": "python"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "The person wants the project or a language to be edited, formatted or checked differently.",
      "parameter_hints": {
        "key": {
          "examples": [
            "editor.formatOnSave",
            "files.exclude"
          ],
          "note": "An object replaces the whole object"
        },
        "value": {
          "examples": [
            true,
            2,
            {
              "**/dist": true
            }
          ]
        }
      },
      "workflows": [
        "get_setting → set_setting"
      ],
      "requires": [],
      "error_recovery": {
        "E_CONFIRMATION_REQUIRED": "Ask the person to change it, or call from a client that supports elicitation.",
        "E_SETTINGS_DAMAGED": "Correct the file at the named line, then call again.",
        "E_WRITE_FAILED": "Correct what the message names, then call again.",
        "E_OUTSIDE_WORKSPACE": "Give a path inside the workspace folder.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file, or leave path out.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again."
      }
    }
  },
  "stack_get": {
    "alias": "debug.stack",
    "category": "inspection",
    "tier": "core",
    "title": "Get the call stack",
    "description": "Shows the call stack of a stopped thread, own code only unless asked; gives frame ids for variable_list and debug_evaluate.",
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
      "hard": 8000
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_NOT_FOUND",
        "when": "No thread has that id.",
        "hint": "Use an id from thread_list.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec stack_get --param levels=5"
      ]
    },
    "name": "stack_get",
    "aliases": [
      "debug_stack"
    ],
    "inputSchema": {
      "type": "object",
      "properties": {
        "thread": {
          "type": "integer",
          "description": "Default is the thread that stopped"
        },
        "start": {
          "type": "integer",
          "minimum": 0,
          "default": 0
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
      "thread": 1,
      "start": 20,
      "levels": 20,
      "includeInternals": true,
      "sourceLines": 2
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "The program stopped, and you need to know how it got there or want to inspect a caller's frame.",
      "parameter_hints": {
        "sourceLines": {
          "examples": [
            2
          ],
          "note": "Saves reading the files"
        }
      },
      "workflows": [
        "debug_start → stack_get → variable_list"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_NOT_FOUND": "Use an id from thread_list."
      }
    }
  },
  "symbol_calls": {
    "alias": "symbol.calls",
    "category": "symbols",
    "tier": "extended",
    "title": "Show a call tree",
    "description": "Shows who calls a function, or what it calls, as a tree over several levels.",
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
      "hard": 15000
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
        "symbol"
      ],
      [
        "symbol",
        "line"
      ],
      [
        "line",
        "column"
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
        "hint": "Give a path relative to the workspace folder, or a file URI.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The file has no such line.",
        "hint": "Pass a line of the file.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "The code of the file has no such name. Names in comments and strings do not count.",
        "hint": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SYMBOL",
        "when": "The name may be several symbols of the file; details.candidates has them.",
        "hint": "Pass the qualified name of one, or near with its line.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves this kind of file.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      },
      {
        "code": "E_LSP_NOT_READY",
        "when": "The language server is still loading the project.",
        "hint": "Call again in a few seconds.",
        "retryable": true
      },
      {
        "code": "E_LANGUAGE_SERVER",
        "when": "The language server ended or refused the request.",
        "hint": "Read its message; call again if the server ended, since the next call starts it.",
        "retryable": true
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The language server has no call hierarchy.",
        "hint": "Use symbol_references.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec symbol_calls --param path=src/cart.ts --param symbol=Cart.add --param depth=2"
      ]
    },
    "name": "symbol_calls",
    "aliases": [],
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
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "default": 100
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "near": {
          "type": "integer",
          "minimum": 1,
          "description": "Line that chooses among several"
        },
        "snippet": {
          "type": "string",
          "description": "Text around the name, to choose among several"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
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
      },
      "required": [
        "path"
      ]
    },
    "examples": {
      "path": "src/cart.ts",
      "direction": "incoming",
      "depth": 2,
      "limit": 100,
      "symbol": "Cart.add",
      "near": 12,
      "snippet": "const total",
      "line": 12,
      "column": 7
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "To see how a function is reached, or what a change of it would affect, beyond direct uses.",
      "parameter_hints": {
        "depth": {
          "examples": [
            1,
            2
          ],
          "note": "Each level asks the server about every function of the level above."
        }
      },
      "workflows": [
        "symbol_calls → breakpoint_set → debug_start"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
        "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
        "E_INVALID_LINE": "Pass a line of the file.",
        "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or near with its line.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
        "E_LSP_NOT_READY": "Call again in a few seconds.",
        "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
        "E_UNSUPPORTED_CAPABILITY": "Use symbol_references."
      }
    }
  },
  "symbol_info": {
    "alias": "symbol.info",
    "category": "symbols",
    "tier": "extended",
    "title": "Describe a symbol",
    "description": "Shows type and documentation, definition with body, implementations, signatures or super- and subtypes of a symbol.",
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
      "hard": 12000
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
        "symbol"
      ],
      [
        "symbol",
        "line"
      ],
      [
        "line",
        "column"
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
        "hint": "Give a path relative to the workspace folder, or a file URI.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The file has no such line.",
        "hint": "Pass a line of the file.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "The code of the file has no such name. Names in comments and strings do not count.",
        "hint": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SYMBOL",
        "when": "The name may be several symbols of the file; details.candidates has them.",
        "hint": "Pass the qualified name of one, or near with its line.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves this kind of file.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      },
      {
        "code": "E_LSP_NOT_READY",
        "when": "The language server is still loading the project.",
        "hint": "Call again in a few seconds.",
        "retryable": true
      },
      {
        "code": "E_LANGUAGE_SERVER",
        "when": "The language server ended or refused the request.",
        "hint": "Read its message; call again if the server ended, since the next call starts it.",
        "retryable": true
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The language server cannot do this.",
        "hint": "Ask for something else with what.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec symbol_info --param path=src/cart.ts --param symbol=Cart.add"
      ]
    },
    "name": "symbol_info",
    "aliases": [],
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
        "near": {
          "type": "integer",
          "minimum": 1,
          "description": "Line that chooses among several"
        },
        "snippet": {
          "type": "string",
          "description": "Text around the name, to choose among several"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
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
      },
      "required": [
        "path"
      ]
    },
    "examples": {
      "path": "src/cart.ts",
      "what": [
        "hover",
        "implementation"
      ],
      "symbol": "Cart.add",
      "near": 12,
      "snippet": "const total",
      "line": 12,
      "column": 7
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "You want to know what a name is, or read one declaration instead of its whole file.",
      "parameter_hints": {
        "what": {
          "examples": [
            [
              "definition"
            ],
            [
              "supertypes",
              "subtypes"
            ]
          ],
          "note": "Only what is asked for is computed."
        },
        "symbol": {
          "examples": [
            "Cart.add",
            "add",
            "add.item"
          ],
          "note": "Qualified by what is around it where a file has several."
        }
      },
      "workflows": [
        "symbol_search → symbol_info → symbol_replace"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
        "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
        "E_INVALID_LINE": "Pass a line of the file.",
        "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or near with its line.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
        "E_LSP_NOT_READY": "Call again in a few seconds.",
        "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
        "E_UNSUPPORTED_CAPABILITY": "Ask for something else with what."
      }
    }
  },
  "symbol_references": {
    "alias": "symbol.navigate",
    "category": "symbols",
    "tier": "core",
    "title": "Find references",
    "description": "Finds all uses of a symbol in the workspace, by file and line; complete, unlike a text search.",
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
      "hard": 15000
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
        "symbol"
      ],
      [
        "symbol",
        "line"
      ],
      [
        "line",
        "column"
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
        "hint": "Give a path relative to the workspace folder, or a file URI.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The file has no such line.",
        "hint": "Pass a line of the file.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "The code of the file has no such name. Names in comments and strings do not count.",
        "hint": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SYMBOL",
        "when": "The name may be several symbols of the file; details.candidates has them.",
        "hint": "Pass the qualified name of one, or near with its line.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves this kind of file.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      },
      {
        "code": "E_LSP_NOT_READY",
        "when": "The language server is still loading the project.",
        "hint": "Call again in a few seconds.",
        "retryable": true
      },
      {
        "code": "E_LANGUAGE_SERVER",
        "when": "The language server ended or refused the request.",
        "hint": "Read its message; call again if the server ended, since the next call starts it.",
        "retryable": true
      },
      {
        "code": "E_CURSOR_INVALID",
        "when": "The cursor is not one of this tool.",
        "hint": "Call again without a cursor.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The language server cannot do this.",
        "hint": "Pass kind: \"references\".",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec symbol_references --param path=src/cart.ts --param symbol=Cart.add"
      ]
    },
    "name": "symbol_references",
    "aliases": [
      "symbol_navigate",
      "find_references"
    ],
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
        "includeDeclaration": {
          "type": "boolean",
          "default": false
        },
        "context": {
          "type": "integer",
          "minimum": 0,
          "maximum": 5,
          "description": "Lines around each",
          "default": 0
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "default": 100
        },
        "cursor": {
          "type": "string"
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "near": {
          "type": "integer",
          "minimum": 1,
          "description": "Line that chooses among several"
        },
        "snippet": {
          "type": "string",
          "description": "Text around the name, to choose among several"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
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
      },
      "required": [
        "path"
      ]
    },
    "examples": {
      "path": "src/cart.ts",
      "kind": "references",
      "includeDeclaration": true,
      "context": 2,
      "limit": 100,
      "cursor": "p_2s",
      "symbol": "Cart.add",
      "near": 12,
      "snippet": "const total",
      "line": 12,
      "column": 7
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "Before changing or deleting something, to see everything that uses it; or to find the classes that implement an interface.",
      "parameter_hints": {
        "symbol": {
          "examples": [
            "Cart.add",
            "add"
          ],
          "note": "Qualified by what is around it where a file has several."
        },
        "near": {
          "examples": [
            12
          ],
          "note": "The line of a use or declaration chooses among several symbols of a name."
        }
      },
      "workflows": [
        "symbol_references → rename_symbol",
        "symbol_references → breakpoint_set"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
        "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
        "E_INVALID_LINE": "Pass a line of the file.",
        "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or near with its line.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
        "E_LSP_NOT_READY": "Call again in a few seconds.",
        "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
        "E_CURSOR_INVALID": "Call again without a cursor.",
        "E_UNSUPPORTED_CAPABILITY": "Pass kind: \"references\"."
      }
    }
  },
  "rename_symbol": {
    "alias": "symbol.rename",
    "category": "symbols",
    "tier": "core",
    "title": "Rename a symbol",
    "description": "Renames a symbol with all its references in the workspace; use it instead of editing text. Reports new errors.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "symbol"
      ],
      [
        "symbol",
        "line"
      ],
      [
        "line",
        "column"
      ]
    ],
    "errors": [
      {
        "code": "E_INVALID_PARAMS",
        "when": "newName is not an identifier of the language, is reserved, or is the present name.",
        "hint": "Pass another newName.",
        "retryable": false
      },
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
        "hint": "Give a path relative to the workspace folder, or a file URI.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The file has no such line.",
        "hint": "Pass a line of the file.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "The code of the file has no such name. Names in comments and strings do not count.",
        "hint": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SYMBOL",
        "when": "The name may be several symbols of the file; details.candidates has them.",
        "hint": "Pass the qualified name of one, or near with its line.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves this kind of file.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      },
      {
        "code": "E_LSP_NOT_READY",
        "when": "The language server is still loading the project.",
        "hint": "Call again in a few seconds.",
        "retryable": true
      },
      {
        "code": "E_LANGUAGE_SERVER",
        "when": "The language server ended or refused the request.",
        "hint": "Read its message; call again if the server ended, since the next call starts it.",
        "retryable": true
      },
      {
        "code": "E_RENAME_REJECTED",
        "when": "The language server does not rename this.",
        "hint": "Name a symbol that is declared in this workspace.",
        "retryable": false
      },
      {
        "code": "E_CONFLICT",
        "when": "A file has unsaved changes, or was changed while the change was planned.",
        "hint": "Call again; pass dirty: \"save\" to save unsaved changes first.",
        "retryable": false
      },
      {
        "code": "E_WRITE_FAILED",
        "when": "A file could not be written; everything was restored.",
        "hint": "Correct what the message names, then call again.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The language server cannot do this.",
        "hint": "Find its uses with symbol_references and edit them.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec rename_symbol --param path=src/cart.ts --param symbol=total --param newName=subtotal"
      ]
    },
    "name": "rename_symbol",
    "aliases": [
      "symbol_rename"
    ],
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
        "save": {
          "type": "boolean",
          "default": true
        },
        "dirty": {
          "type": "string",
          "enum": [
            "refuse",
            "save"
          ],
          "default": "refuse"
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "near": {
          "type": "integer",
          "minimum": 1,
          "description": "Line that chooses among several"
        },
        "snippet": {
          "type": "string",
          "description": "Text around the name, to choose among several"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
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
      },
      "required": [
        "path",
        "newName"
      ]
    },
    "examples": {
      "path": "src/cart.ts",
      "newName": "subtotal",
      "preview": true,
      "save": false,
      "dirty": "save",
      "symbol": "Cart.add",
      "near": 12,
      "snippet": "const total",
      "line": 12,
      "column": 7
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "Whenever a variable, function, class, property or type gets another name. Comments, strings and equal names of other scopes are left alone.",
      "parameter_hints": {
        "symbol": {
          "examples": [
            "Cart.add",
            "total",
            "add.item"
          ],
          "note": "Qualified by what is around it where a file has several."
        },
        "near": {
          "examples": [
            12
          ],
          "note": "The line of a use or declaration chooses among several symbols of a name."
        },
        "preview": {
          "examples": [
            true
          ],
          "note": "Shows the lines that would change and changes nothing."
        }
      },
      "workflows": [
        "symbol_references → rename_symbol → diagnostic_list"
      ],
      "requires": [],
      "error_recovery": {
        "E_INVALID_PARAMS": "Pass another newName.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
        "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
        "E_INVALID_LINE": "Pass a line of the file.",
        "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or near with its line.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
        "E_LSP_NOT_READY": "Call again in a few seconds.",
        "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
        "E_RENAME_REJECTED": "Name a symbol that is declared in this workspace.",
        "E_CONFLICT": "Call again; pass dirty: \"save\" to save unsaved changes first.",
        "E_WRITE_FAILED": "Correct what the message names, then call again.",
        "E_UNSUPPORTED_CAPABILITY": "Find its uses with symbol_references and edit them."
      }
    }
  },
  "symbol_replace": {
    "alias": "symbol.replace",
    "category": "symbols",
    "tier": "extended",
    "title": "Replace a declaration",
    "description": "Replaces a whole declaration with new text, as symbol_info shows it, without doc comment; empty text deletes it.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "symbol"
      ],
      [
        "symbol",
        "line"
      ],
      [
        "line",
        "column"
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
        "hint": "Give a path relative to the workspace folder, or a file URI.",
        "retryable": false
      },
      {
        "code": "E_INVALID_LINE",
        "when": "The file has no such line.",
        "hint": "Pass a line of the file.",
        "retryable": false
      },
      {
        "code": "E_SYMBOL_NOT_FOUND",
        "when": "The code of the file has no such name. Names in comments and strings do not count.",
        "hint": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "retryable": false
      },
      {
        "code": "E_AMBIGUOUS_SYMBOL",
        "when": "The name may be several symbols of the file; details.candidates has them.",
        "hint": "Pass the qualified name of one, or near with its line.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves this kind of file.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      },
      {
        "code": "E_LSP_NOT_READY",
        "when": "The language server is still loading the project.",
        "hint": "Call again in a few seconds.",
        "retryable": true
      },
      {
        "code": "E_LANGUAGE_SERVER",
        "when": "The language server ended or refused the request.",
        "hint": "Read its message; call again if the server ended, since the next call starts it.",
        "retryable": true
      },
      {
        "code": "E_CONTENT_MISMATCH",
        "when": "The declaration is not the expected one.",
        "hint": "Read it again with symbol_info, then pass its hash.",
        "retryable": false
      },
      {
        "code": "E_CONFLICT",
        "when": "A file has unsaved changes, or was changed while the change was planned.",
        "hint": "Call again; pass dirty: \"save\" to save unsaved changes first.",
        "retryable": false
      },
      {
        "code": "E_WRITE_FAILED",
        "when": "A file could not be written; everything was restored.",
        "hint": "Correct what the message names, then call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec symbol_replace --param path=src/cart.ts --param symbol=Cart.add --param text="
      ]
    },
    "name": "symbol_replace",
    "aliases": [
      "code_replace_method"
    ],
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
        "preview": {
          "type": "boolean",
          "default": false
        },
        "save": {
          "type": "boolean",
          "default": true
        },
        "dirty": {
          "type": "string",
          "enum": [
            "refuse",
            "save"
          ],
          "default": "refuse"
        },
        "symbol": {
          "type": "string",
          "description": "Name, or Class.method"
        },
        "near": {
          "type": "integer",
          "minimum": 1,
          "description": "Line that chooses among several"
        },
        "snippet": {
          "type": "string",
          "description": "Text around the name, to choose among several"
        },
        "line": {
          "type": "integer",
          "minimum": 1
        },
        "column": {
          "type": "integer",
          "minimum": 1,
          "description": "With line, instead of symbol"
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
      },
      "required": [
        "path",
        "text"
      ]
    },
    "examples": {
      "path": "src/cart.ts",
      "text": "add(item: Item) { this.items.push(item); }",
      "expect": "0f343b0931126a20",
      "preview": true,
      "save": false,
      "dirty": "save",
      "symbol": "Cart.add",
      "near": 12,
      "snippet": "const total",
      "line": 12,
      "column": 7
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "To rewrite one function, method or class without sending the rest of its file.",
      "parameter_hints": {
        "expect": {
          "examples": [
            "0f343b0931126a20"
          ],
          "note": "The hash that symbol_info gave; guards against changes since."
        },
        "text": {
          "examples": [
            "function total() { return 0; }"
          ],
          "note": "The whole declaration, with export and decorators where symbol_info shows them."
        }
      },
      "workflows": [
        "symbol_info → symbol_replace → diagnostic_list"
      ],
      "requires": [],
      "error_recovery": {
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
        "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
        "E_INVALID_LINE": "Pass a line of the file.",
        "E_SYMBOL_NOT_FOUND": "Use one of the near names in the message, or symbol_search with path for an outline.",
        "E_AMBIGUOUS_SYMBOL": "Pass the qualified name of one, or near with its line.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
        "E_LSP_NOT_READY": "Call again in a few seconds.",
        "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
        "E_CONTENT_MISMATCH": "Read it again with symbol_info, then pass its hash.",
        "E_CONFLICT": "Call again; pass dirty: \"save\" to save unsaved changes first.",
        "E_WRITE_FAILED": "Correct what the message names, then call again."
      }
    }
  },
  "symbol_search": {
    "alias": "search.symbol-search",
    "category": "symbols",
    "tier": "core",
    "title": "Search symbols",
    "description": "Finds symbols of the workspace by name, or outlines a file by path, without reading files. For uses of one, symbol_references.",
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
      "hard": 12000
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
        "code": "E_INVALID_PARAMS",
        "when": "Neither query nor path is given, or a kind is unknown.",
        "hint": "Pass query, path or both.",
        "retryable": false
      },
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
        "hint": "Give a path relative to the workspace folder, or a file URI.",
        "retryable": false
      },
      {
        "code": "E_NO_LANGUAGE_SERVER",
        "when": "No language server serves this kind of file.",
        "hint": "Run the named command, then call again.",
        "retryable": false
      },
      {
        "code": "E_LSP_NOT_READY",
        "when": "The language server is still loading the project.",
        "hint": "Call again in a few seconds.",
        "retryable": true
      },
      {
        "code": "E_LANGUAGE_SERVER",
        "when": "The language server ended or refused the request.",
        "hint": "Read its message; call again if the server ended, since the next call starts it.",
        "retryable": true
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The language server cannot do this.",
        "hint": "Pass path for the symbols of one file.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec symbol_search --param query=Cart",
        "vscb exec symbol_search --param path=src/cart.ts"
      ]
    },
    "name": "symbol_search",
    "aliases": [
      "search_symbol_search",
      "search_symbol"
    ],
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
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "default": 50
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
      "query": "Cart",
      "path": "src/cart.ts",
      "kinds": [
        "class",
        "method"
      ],
      "depth": 1,
      "limit": 50
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "You know a name and want its file and line, or want to see what a file declares before reading it.",
      "parameter_hints": {
        "kinds": {
          "examples": [
            [
              "class",
              "interface"
            ],
            [
              "function"
            ]
          ],
          "note": "Names of LSP's symbol kinds."
        },
        "depth": {
          "examples": [
            1,
            3
          ],
          "note": "1 shows only what the file itself declares."
        }
      },
      "workflows": [
        "symbol_search → symbol_info → rename_symbol"
      ],
      "requires": [],
      "error_recovery": {
        "E_INVALID_PARAMS": "Pass query, path or both.",
        "E_FILE_NOT_FOUND": "Give the path of an existing file in the workspace.",
        "E_OUTSIDE_WORKSPACE": "Give the path of a file inside the workspace.",
        "E_INVALID_PATH": "Give a path relative to the workspace folder, or a file URI.",
        "E_NO_LANGUAGE_SERVER": "Run the named command, then call again.",
        "E_LSP_NOT_READY": "Call again in a few seconds.",
        "E_LANGUAGE_SERVER": "Read its message; call again if the server ended, since the next call starts it.",
        "E_UNSUPPORTED_CAPABILITY": "Pass path for the symbols of one file."
      }
    }
  },
  "test_debug": {
    "alias": "test.debug-single",
    "category": "tests",
    "tier": "core",
    "title": "Debug a test",
    "description": "Runs one test under the debugger and waits for its first stop or its end. Set breakpoints first.",
    "kind": "wait",
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
    "when": null,
    "oneOf": [
      [
        "path",
        "line"
      ],
      [
        "path",
        "name"
      ],
      [
        "name"
      ]
    ],
    "errors": [
      {
        "code": "E_NO_TEST_AT_LOCATION",
        "when": "No test is at that line or has that name.",
        "hint": "Use one of the nearest tests, or list them with test_discover.",
        "retryable": false
      },
      {
        "code": "E_TESTS_NOT_DISCOVERED",
        "when": "No test framework was recognised, or it could not be started.",
        "hint": "Correct what the message names, then call again.",
        "retryable": true
      },
      {
        "code": "E_LAUNCH_FAILED",
        "when": "The adapter could not start the test.",
        "hint": "Correct what the message names, then call again.",
        "retryable": true
      },
      {
        "code": "E_NO_ADAPTER",
        "when": "No debug adapter is installed for this language.",
        "hint": "Run the command that the message names, then call again.",
        "retryable": false
      },
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of a test file of the workspace.",
        "retryable": false
      },
      {
        "code": "E_UNTRUSTED_WORKSPACE",
        "when": "The path is outside the folders Molehill was started for.",
        "hint": "Start Molehill in that folder, or pass it with --workspace.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec test_debug --param path=src/cart.test.ts --param line=12"
      ]
    },
    "name": "test_debug",
    "aliases": [
      "test_debug_single"
    ],
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
          "default": 40000
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
      "path": "src/cart.test.ts",
      "line": 12,
      "name": "cart > adds"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "A test fails and you want to see values while it runs.",
      "parameter_hints": {
        "line": {
          "examples": [
            12
          ],
          "note": "The line of its definition or any line inside it"
        },
        "name": {
          "examples": [
            "cart > adds",
            "TestCart::test_total",
            "TestAdd/two"
          ],
          "note": "The whole name or its last part"
        }
      },
      "workflows": [
        "breakpoint_set → test_debug → variable_list → debug_continue"
      ],
      "requires": [],
      "error_recovery": {
        "E_NO_TEST_AT_LOCATION": "Use one of the nearest tests, or list them with test_discover.",
        "E_TESTS_NOT_DISCOVERED": "Correct what the message names, then call again.",
        "E_LAUNCH_FAILED": "Correct what the message names, then call again.",
        "E_NO_ADAPTER": "Run the command that the message names, then call again.",
        "E_FILE_NOT_FOUND": "Give the path of a test file of the workspace.",
        "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace."
      }
    }
  },
  "test_discover": {
    "alias": "editor.show-testing-ui",
    "category": "tests",
    "tier": "extended",
    "title": "List tests",
    "description": "Lists the tests of a file, a folder or the workspace with their lines, by vitest, jest, node:test, pytest and go test.",
    "kind": "query",
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
    "when": null,
    "errors": [
      {
        "code": "E_TESTS_NOT_DISCOVERED",
        "when": "No test framework was recognised, or its tests could not be listed.",
        "hint": "Correct what the message names, then call test_discover again.",
        "retryable": true
      },
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file or folder.",
        "hint": "Give a path of the workspace.",
        "retryable": false
      },
      {
        "code": "E_UNTRUSTED_WORKSPACE",
        "when": "The path is outside the folders Molehill was started for.",
        "hint": "Start Molehill in that folder, or pass it with --workspace.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec test_discover --param path=src/cart.test.ts"
      ]
    },
    "name": "test_discover",
    "aliases": [
      "editor_show_testing_ui"
    ],
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "File or folder; default the workspace"
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 1000,
          "maximum": 20000,
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
      "path": "src/cart.test.ts"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "You need the name or line of a test before running or debugging it.",
      "parameter_hints": {},
      "workflows": [
        "test_discover → test_run → test_debug"
      ],
      "requires": [],
      "error_recovery": {
        "E_TESTS_NOT_DISCOVERED": "Correct what the message names, then call test_discover again.",
        "E_FILE_NOT_FOUND": "Give a path of the workspace.",
        "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace."
      }
    }
  },
  "test_run": {
    "alias": "test.run",
    "category": "tests",
    "tier": "extended",
    "title": "Run tests",
    "description": "Runs a test, a file or the tests that failed last, and returns each failure with its line. To stop inside one, use test_debug.",
    "kind": "wait",
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
    "when": null,
    "oneOf": [
      [
        "path",
        "line"
      ],
      [
        "path",
        "name"
      ],
      [
        "name"
      ],
      [
        "path"
      ],
      [
        "path",
        "scope"
      ],
      [
        "scope"
      ]
    ],
    "errors": [
      {
        "code": "E_NO_TEST_AT_LOCATION",
        "when": "No test is at that line or has that name.",
        "hint": "Use one of the nearest tests, or list them with test_discover.",
        "retryable": false
      },
      {
        "code": "E_TESTS_NOT_DISCOVERED",
        "when": "No test framework was recognised, or it could not be started.",
        "hint": "Correct what the message names, then call again.",
        "retryable": true
      },
      {
        "code": "E_FILE_NOT_FOUND",
        "when": "The path names no file.",
        "hint": "Give the path of a test file of the workspace.",
        "retryable": false
      },
      {
        "code": "E_UNTRUSTED_WORKSPACE",
        "when": "The path is outside the folders Molehill was started for.",
        "hint": "Start Molehill in that folder, or pass it with --workspace.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "The parameters name no tests.",
        "hint": "Pass path with line or name, name alone, or scope.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec test_run --param path=src/cart.test.ts --param line=12",
        "vscb exec test_run --param scope=failed"
      ]
    },
    "name": "test_run",
    "aliases": [],
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
        },
        "timeoutMs": {
          "type": "integer",
          "minimum": 1000,
          "maximum": 110000,
          "default": 45000
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
      "path": "src/cart.test.ts",
      "line": 12,
      "name": "cart > adds"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "To see whether tests pass, before and after a change.",
      "parameter_hints": {
        "name": {
          "examples": [
            "cart > adds",
            "TestCart::test_total",
            "TestAdd/two"
          ],
          "note": "The whole name or its last part"
        }
      },
      "workflows": [
        "test_run {path} → test_debug {path, line} → test_run {scope: failed}"
      ],
      "requires": [],
      "error_recovery": {
        "E_NO_TEST_AT_LOCATION": "Use one of the nearest tests, or list them with test_discover.",
        "E_TESTS_NOT_DISCOVERED": "Correct what the message names, then call again.",
        "E_FILE_NOT_FOUND": "Give the path of a test file of the workspace.",
        "E_UNTRUSTED_WORKSPACE": "Start Molehill in that folder, or pass it with --workspace.",
        "E_INVALID_PARAMS": "Pass path with line or name, name alone, or scope."
      }
    }
  },
  "thread_list": {
    "alias": "debug.threads",
    "category": "inspection",
    "tier": "core",
    "title": "List threads",
    "description": "Lists the threads of the debugged program with their real state and, where stopped, their top frame.",
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
      "session": true,
      "stopped": false,
      "capability": null
    },
    "when": null,
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec thread_list"
      ]
    },
    "name": "thread_list",
    "aliases": [
      "debug_threads"
    ],
    "inputSchema": {
      "type": "object",
      "properties": {
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
    "result": {
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
    },
    "llm": {
      "when_to_use": "The program has several threads or goroutines, and you need the id of one for stack_get or a step.",
      "parameter_hints": {},
      "workflows": [
        "debug_pause → thread_list → stack_get"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start."
      }
    }
  },
  "variable_get": {
    "alias": "debug.get-variable",
    "category": "inspection",
    "tier": "core",
    "title": "Get one variable",
    "description": "Reads one variable by ref or path, and its children page by page, without running code. For computed values, debug_evaluate.",
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
      "hard": 12000
    },
    "needs": {
      "host": true,
      "session": true,
      "stopped": true,
      "capability": null
    },
    "when": null,
    "oneOf": [
      [
        "ref"
      ],
      [
        "path"
      ]
    ],
    "errors": [
      {
        "code": "E_EVALUATE_FAILED",
        "when": "A getter failed.",
        "hint": "Read another property, or evaluate with debug_evaluate.",
        "retryable": false
      },
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The reference is of an earlier stop.",
        "hint": "Take a reference from variable_list again.",
        "retryable": false
      },
      {
        "code": "E_NOT_FOUND",
        "when": "No variable has that name or path.",
        "hint": "Use a name from variable_list.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec variable_get --param path=order.items[3].price"
      ]
    },
    "name": "variable_get",
    "aliases": [
      "debug_get_variable"
    ],
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
        "frame": {
          "type": "string",
          "description": "The frame of path; default the top frame"
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
        "kind": {
          "type": "string",
          "enum": [
            "indexed",
            "named",
            "all"
          ],
          "default": "all"
        },
        "depth": {
          "type": "integer",
          "minimum": 0,
          "maximum": 5,
          "default": 1
        },
        "valueChars": {
          "type": "integer",
          "minimum": 8,
          "maximum": 100000,
          "default": 2000
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
      "ref": "3.17",
      "path": "order.items[3].price",
      "frame": "3.1000",
      "start": 50,
      "count": 50,
      "kind": "indexed",
      "depth": 1,
      "valueChars": 2000
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "A variable of variable_list is cut or nested deeper than shown, or you know the path of the one value you need.",
      "parameter_hints": {
        "path": {
          "examples": [
            "order.items[3].price",
            "config[\"db host\"]"
          ],
          "note": "Names and indexes only"
        },
        "start": {
          "examples": [
            50
          ],
          "note": "`next` of the previous answer"
        }
      },
      "workflows": [
        "variable_list → variable_get"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_EVALUATE_FAILED": "Read another property, or evaluate with debug_evaluate.",
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_STALE_REFERENCE": "Take a reference from variable_list again.",
        "E_NOT_FOUND": "Use a name from variable_list.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again."
      }
    }
  },
  "variable_list": {
    "alias": "debug.list-variables",
    "category": "inspection",
    "tier": "core",
    "title": "List variables",
    "description": "Lists variables of a stopped frame with values, within the token budget. For one value or more of it, variable_get.",
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
      "hard": 12000
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The frame is of an earlier stop.",
        "hint": "Take a frame from stack_get again.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The debug adapter cannot do this.",
        "hint": "Use another scope; the message names those of this frame.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec variable_list --param scope=local --param depth=2"
      ]
    },
    "name": "variable_list",
    "aliases": [
      "debug_list_variables"
    ],
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
        "namesOnly": {
          "type": "boolean",
          "default": false
        },
        "depth": {
          "type": "integer",
          "minimum": 0,
          "maximum": 5,
          "default": 1
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "default": 100
        },
        "valueChars": {
          "type": "integer",
          "minimum": 8,
          "maximum": 10000,
          "default": 256
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
      "frame": "3.1000",
      "scope": "local",
      "names": [
        "total",
        "items"
      ],
      "filter": "^cart",
      "namesOnly": true,
      "depth": 1,
      "limit": 100,
      "valueChars": 256
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "The program is stopped and you want to see its state at this frame.",
      "parameter_hints": {
        "names": {
          "examples": [
            [
              "total",
              "items"
            ]
          ],
          "note": "The cheapest way to watch a few variables while stepping"
        },
        "depth": {
          "examples": [
            0,
            2
          ],
          "note": "0 shows one line for each variable"
        }
      },
      "workflows": [
        "breakpoint_set → debug_start → variable_list → variable_get"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_STALE_REFERENCE": "Take a frame from stack_get again.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again.",
        "E_UNSUPPORTED_CAPABILITY": "Use another scope; the message names those of this frame."
      }
    }
  },
  "variable_save": {
    "alias": "debug.save-variable",
    "category": "inspection",
    "tier": "extended",
    "title": "Save a variable to a file",
    "description": "Streams the elements of a large variable of the stopped program to a JSONL file in the workspace, instead of reading pages.",
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
      "hard": 60000
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
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The frame is of an earlier stop.",
        "hint": "Take a frame from stack_get again.",
        "retryable": false
      },
      {
        "code": "E_OUTSIDE_WORKSPACE",
        "when": "The file is outside the workspace.",
        "hint": "Give a path inside the workspace folder.",
        "retryable": false
      },
      {
        "code": "E_FILE_EXISTS",
        "when": "The file exists.",
        "hint": "Give the path of a new file.",
        "retryable": false
      },
      {
        "code": "E_FILE_PROTECTED",
        "when": "Other tools would execute or obey such a file.",
        "hint": "Give a path that ends in .jsonl, outside hidden folders.",
        "retryable": false
      },
      {
        "code": "E_EVALUATE_FAILED",
        "when": "The expression could not be evaluated.",
        "hint": "Use the syntax of the language of the program and names visible in the frame.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec variable_save --param expression=orders --param out=orders.jsonl"
      ]
    },
    "name": "variable_save",
    "aliases": [
      "debug_save_variable"
    ],
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
        "frame": {
          "type": "string"
        },
        "depth": {
          "type": "integer",
          "minimum": 0,
          "maximum": 5,
          "description": "Levels below each element",
          "default": 2
        },
        "pageSize": {
          "type": "integer",
          "minimum": 1,
          "maximum": 5000,
          "default": 500
        },
        "maxItems": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000000,
          "default": 50000
        },
        "maxBytes": {
          "type": "integer",
          "minimum": 1000,
          "maximum": 500000000,
          "default": 50000000
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
        "expression"
      ]
    },
    "examples": {
      "expression": "orders",
      "out": "out/orders.jsonl",
      "frame": "3.1000",
      "depth": 2,
      "pageSize": 500,
      "maxItems": 50000,
      "maxBytes": 50000000
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "A list has thousands of elements, and you want to search or count them with other tools.",
      "parameter_hints": {
        "expression": {
          "examples": [
            "orders",
            "cache.entries"
          ],
          "note": "A list gives one line per element"
        }
      },
      "workflows": [
        "variable_list → variable_save"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_STALE_REFERENCE": "Take a frame from stack_get again.",
        "E_OUTSIDE_WORKSPACE": "Give a path inside the workspace folder.",
        "E_FILE_EXISTS": "Give the path of a new file.",
        "E_FILE_PROTECTED": "Give a path that ends in .jsonl, outside hidden folders.",
        "E_EVALUATE_FAILED": "Use the syntax of the language of the program and names visible in the frame.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again."
      }
    }
  },
  "variable_set": {
    "alias": "debug.set-variable",
    "category": "inspection",
    "tier": "extended",
    "title": "Set a variable",
    "description": "Changes a variable of the stopped program, to test a fix without restarting. Value is an expression of the program's language.",
    "kind": "action",
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
    "when": null,
    "oneOf": [
      [
        "path"
      ],
      [
        "ref",
        "name"
      ]
    ],
    "errors": [
      {
        "code": "E_NO_SESSION",
        "when": "Nothing is being debugged.",
        "hint": "Start a session first with debug_start or test_debug.",
        "retryable": false
      },
      {
        "code": "E_NOT_STOPPED",
        "when": "The program is running.",
        "hint": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "retryable": true
      },
      {
        "code": "E_SESSION_ENDED",
        "when": "The program has ended.",
        "hint": "dap_logs shows its output; start again with debug_start.",
        "retryable": false
      },
      {
        "code": "E_STALE_REFERENCE",
        "when": "The reference is of an earlier stop.",
        "hint": "Take a reference from variable_list again.",
        "retryable": false
      },
      {
        "code": "E_NOT_FOUND",
        "when": "No variable has that name or path.",
        "hint": "Use a name from variable_list.",
        "retryable": false
      },
      {
        "code": "E_INVALID_PARAMS",
        "when": "A parameter is missing or malformed.",
        "hint": "Correct the named parameter and call again.",
        "retryable": false
      },
      {
        "code": "E_IMMUTABLE",
        "when": "The variable is a constant, frozen, or read-only.",
        "hint": "Change another variable, or edit the source and call debug_restart.",
        "retryable": false
      },
      {
        "code": "E_EVALUATE_FAILED",
        "when": "The value is no valid expression of the program.",
        "hint": "Use the syntax of the language of the program; quote texts.",
        "retryable": false
      },
      {
        "code": "E_UNSUPPORTED_CAPABILITY",
        "when": "The debug adapter cannot do this.",
        "hint": "Edit the source and call debug_restart.",
        "retryable": false
      }
    ],
    "cli": {
      "examples": [
        "vscb exec variable_set --param path=order.total --param value=42"
      ]
    },
    "name": "variable_set",
    "aliases": [
      "debug_set_variable"
    ],
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
        "frame": {
          "type": "string",
          "description": "The frame of path; default the top frame"
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
        "value"
      ]
    },
    "examples": {
      "path": "order.total",
      "ref": "3.17",
      "name": "total",
      "value": "42",
      "frame": "3.1000"
    },
    "result": {
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
    },
    "llm": {
      "when_to_use": "You suspect that a value is wrong, and want to see whether the program works with another one.",
      "parameter_hints": {
        "value": {
          "examples": [
            "42",
            "\"text\"",
            "None"
          ],
          "note": "A text needs its quotes"
        }
      },
      "workflows": [
        "variable_list → variable_set → debug_continue"
      ],
      "requires": [
        "debug_start"
      ],
      "error_recovery": {
        "E_NO_SESSION": "Start a session first with debug_start or test_debug.",
        "E_NOT_STOPPED": "Stop it with debug_pause, or wait with debug_wait_for_hit.",
        "E_SESSION_ENDED": "dap_logs shows its output; start again with debug_start.",
        "E_STALE_REFERENCE": "Take a reference from variable_list again.",
        "E_NOT_FOUND": "Use a name from variable_list.",
        "E_INVALID_PARAMS": "Correct the named parameter and call again.",
        "E_IMMUTABLE": "Change another variable, or edit the source and call debug_restart.",
        "E_EVALUATE_FAILED": "Use the syntax of the language of the program; quote texts.",
        "E_UNSUPPORTED_CAPABILITY": "Edit the source and call debug_restart."
      }
    }
  }
};
