// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { ToolMetadata } from '../definition.ts';
import type { ToolName } from './types.ts';

/** Everything the catalogue says about each tool. Imported only when it is asked for. */
export const metadata: Readonly<Record<ToolName, ToolMetadata>> = {
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
        "E_INVALID_PARAMS": "Call without {param:id} for the index."
      }
    }
  }
};
