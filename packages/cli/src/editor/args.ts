import type { EditorProfile } from '@molehill/editor/tool-listing';
import { editorHosts } from './bridge-view.ts';

const profiles = ['core', 'full', 'expert'] satisfies EditorProfile[];

export const hostArg = {
  host: {
    type: 'enum' as const,
    options: [...editorHosts],
    default: 'auto' as const,
    description:
      'Where the editor tools run; auto takes a window that serves them, else runs without an editor',
  },
};

export function profileArg(usual: EditorProfile) {
  return {
    profile: {
      type: 'enum' as const,
      options: profiles,
      default: usual,
      description: 'Which editor tools are listed; the others can be called',
    },
  };
}

export const editorArgs = { ...profileArg('core'), ...hostArg };
