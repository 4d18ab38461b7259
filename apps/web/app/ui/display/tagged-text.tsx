import { createElement, Fragment, type ReactNode } from 'react';

/** What each tag of a text becomes, given the words inside it. */
export type TagRenderers = Record<string, (text: string) => ReactNode>;

interface Props {
  /** 'You accept the <terms>Terms</terms>.' */
  text: string;
  tags: TagRenderers;
}

/** A translated sentence with links inside. The library's own component would weigh on the first load of every page. */
export function TaggedText({ text, tags }: Props) {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/);
  const nodes = parts.map((part, index) => {
    if (index % 3 === 0) return part;
    return index % 3 === 1 ? (tags[part]?.(parts[index + 1]!) ?? parts[index + 1]) : null;
  });
  return createElement(Fragment, null, ...nodes);
}
