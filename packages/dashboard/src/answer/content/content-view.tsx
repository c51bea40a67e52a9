import { useState } from 'preact/hooks';
import { CopyButton, IconButton } from '../../buttons.tsx';
import { formatBytes } from '../../format.ts';
import { DownloadIcon } from '../../icons.tsx';
import type { ViewProps } from '../lazy-view.tsx';
import { saveFile } from '../save-file.ts';
import { Tree } from '../tree.tsx';
import { ValueView } from '../value-view.tsx';
import { fileNameOf, isWebAddress, type Link, type Media, type Part, partsOf, sizeOf } from './content.ts';
import '../../styles/content.css';

/** The content parts of an MCP result. */
export function ContentView({ data }: ViewProps) {
  const parts = partsOf(data);
  if (parts.length === 0) return <p class="single muted">The answer is empty.</p>;
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
    case 'value':
      return (
        <>
          <UriLine uri={part.uri} />
          <ValueView data={part.kind === 'text' ? part.text : part.value} />
        </>
      );
    case 'image':
    case 'audio':
      return <Player kind={part.kind} media={part.media} />;
    case 'file':
      return <MediaFacts media={part.media} />;
    case 'link':
      return <LinkView link={part.link} />;
    case 'unknown':
      return <Tree value={[part.value]} />;
  }
}

function UriLine({ uri }: { readonly uri: string | undefined }) {
  if (uri === undefined) return null;
  return (
    <p class="content-facts">
      <code>{uri}</code>
      <CopyButton what="the URI" text={() => uri} />
    </p>
  );
}

function Player({ kind, media }: { readonly kind: 'image' | 'audio'; readonly media: Media }) {
  const [isBroken, setBroken] = useState(false);
  const src = `data:${media.mimeType};base64,${media.data}`;
  const source = { src, onError: () => setBroken(true) };
  return (
    <figure>
      {isBroken && <p class="muted">The browser cannot display this {kind}. Save it to open it.</p>}
      {!isBroken && kind === 'image' && <img {...source} alt="Part of the answer" />}
      {!isBroken && kind === 'audio' && <audio controls {...source} />}
      <figcaption>
        <MediaFacts media={media} />
      </figcaption>
    </figure>
  );
}

function MediaFacts({ media }: { readonly media: Media }) {
  const [problem, setProblem] = useState('');
  const save = () => {
    try {
      const bytes = Uint8Array.from(atob(media.data), (character) => character.charCodeAt(0));
      saveFile(new Blob([bytes], { type: media.mimeType }), fileNameOf(media));
    } catch {
      setProblem('The data is not valid base64.');
    }
  };
  return (
    <span class="content-facts">
      {media.name.includes(':') && <code>{media.name}</code>}
      <span>{media.mimeType}</span>
      <span>{formatBytes(sizeOf(media))}</span>
      <IconButton label="Save" icon={<DownloadIcon />} onClick={save} />
      <span class="problem" role="alert">
        {problem}
      </span>
    </span>
  );
}

/** URIs other than http and https have a meaning only for the server. */
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
      <UriLine uri={uri} />
      {mimeType && <p class="content-facts">{mimeType}</p>}
    </div>
  );
}
