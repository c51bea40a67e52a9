// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { ToolDefinition } from '../definition.ts';
import type { ToolName } from './types.ts';

export const definitions: Readonly<Record<ToolName, ToolDefinition>> = {
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
  }
};
