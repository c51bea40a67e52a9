import { useState } from 'preact/hooks';
import { CopyButton } from '../../copy-button.tsx';
import { formatBytes } from '../../format.ts';
import { DownloadIcon } from '../../icons.tsx';
import type { ViewProps } from '../lazy-view.tsx';
import { saveFile } from '../save-file.ts';
import { Tree } from '../tree.tsx';
import { ValueView } from '../value-view.tsx';
import { fileNameOf, isWebAddress, type Link, type Media, type Part, partsOf, sizeOf } from './content.ts';
import '../../styles/content.css';

/** What a tool of another server answered, piece by piece. */
export function ContentView({ data }: ViewProps) {
  const parts = partsOf(data);
  if (parts.length === 0) return <p class="single muted">It answered, and said nothing.</p>;
  return (
    <ol class="content" data-testid="content">
      {parts.map((part) => (
        <li data-kind={part.kind}>
          <PartView part={part} />
        </li>
      ))}
    </ol>
  );
}

function PartView({ part }: { readonly part: Part }) {
  switch (part.kind) {
    case 'text':
      return (
        <>
          <Where uri={part.uri} />
          <pre class="text">{part.text === '' ? '(empty text)' : part.text}</pre>
        </>
      );
    case 'value':
      return (
        <>
          <Where uri={part.uri} />
          <ValueView data={part.value} />
        </>
      );
    case 'image':
      return <Picture media={part.media} />;
    case 'audio':
      return <Sound media={part.media} />;
    case 'file':
      return <Saving media={part.media} />;
    case 'link':
      return <LinkView link={part.link} />;
    case 'unknown':
      return <Tree value={[part.value]} />;
  }
}

function Where({ uri }: { readonly uri: string | undefined }) {
  if (uri === undefined) return null;
  return (
    <p class="content-facts">
      <code>{uri}</code>
      <CopyButton what="the address" text={() => uri} />
    </p>
  );
}

function dataAddress({ mimeType, data }: Media): string {
  return `data:${mimeType};base64,${data}`;
}

function Picture({ media }: { readonly media: Media }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <figure>
      {isBroken ? (
        <p class="muted">This picture cannot be shown.</p>
      ) : (
        <img src={dataAddress(media)} alt="A part of the answer" onError={() => setBroken(true)} />
      )}
      <figcaption>
        <Saving media={media} />
      </figcaption>
    </figure>
  );
}

function Sound({ media }: { readonly media: Media }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <figure>
      {isBroken ? (
        <p class="muted">This page cannot play it; save it to listen to it.</p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what a tool answers
        <audio controls src={dataAddress(media)} onError={() => setBroken(true)} />
      )}
      <figcaption>
        <Saving media={media} />
      </figcaption>
    </figure>
  );
}

function Saving({ media }: { readonly media: Media }) {
  const [problem, setProblem] = useState('');
  const save = () => {
    try {
      const bytes = Uint8Array.from(atob(media.data), (character) => character.charCodeAt(0));
      saveFile(new Blob([bytes], { type: media.mimeType }), fileNameOf(media));
    } catch {
      setProblem('It is not the base64 it should be.');
    }
  };
  return (
    <span class="content-facts">
      {media.name.includes(':') && <code>{media.name}</code>}
      <span>{media.mimeType}</span>
      <span>{formatBytes(sizeOf(media))}</span>
      <button type="button" class="icon-button" aria-label="Save" title="Save" onClick={save}>
        <DownloadIcon />
      </button>
      <span class="problem" role="alert">
        {problem}
      </span>
    </span>
  );
}

/** Other addresses than those of the web mean something to the server alone. */
function LinkView({ link }: { readonly link: Link }) {
  const { uri, title, description, mimeType } = link;
  return (
    <div class="content-link">
      {isWebAddress(uri) ? (
        <a href={uri} target="_blank" rel="noreferrer noopener">
          {title}
        </a>
      ) : (
        <b>{title}</b>
      )}
      {description && <p>{description}</p>}
      <Where uri={uri} />
      {mimeType && <p class="content-facts">{mimeType}</p>}
    </div>
  );
}
