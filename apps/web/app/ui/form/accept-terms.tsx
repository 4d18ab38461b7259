import { TaggedText, type TagRenderers } from '../display/tagged-text.tsx';
import { PolicyLink } from '../policy-link.tsx';

const termsTags: TagRenderers = { terms: (text) => <PolicyLink policy="terms">{text}</PolicyLink> };

/** A sentence that names the terms, with the way to them: 'You accept the <terms>Terms</terms>.' */
export const AcceptTerms = ({ children }: { children: string }) => (
  <TaggedText text={children} tags={termsTags} />
);
