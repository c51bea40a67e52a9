// Generated from catalogue/ by `npm run gen`. Do not edit.
import type { ToolMetadata } from '../definition.ts';
import type { ToolName } from './types.ts';

/** Everything the catalogue says about each tool. Imported only when it is asked for. */
export const metadata: Readonly<Record<ToolName, ToolMetadata>> = {
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
  }
};
