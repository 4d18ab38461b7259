import { PolicyLink } from './policy-link.tsx';
import { Tagged, type Tags } from './tagged.tsx';

const tags: Tags = { terms: (words) => <PolicyLink policy="terms">{words}</PolicyLink> };

/** A sentence that names the terms, with the way to them: 'You accept the <terms>Terms</terms>.' */
export const AcceptTerms = ({ children }: { children: string }) => <Tagged text={children} tags={tags} />;
