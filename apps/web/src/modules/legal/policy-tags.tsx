import { feedbackEmail } from '../../lib/company.ts';
import { policies } from '../../lib/paths.ts';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { PolicyLink } from '../../ui/policy-link.tsx';
import type { Tags } from '../../ui/tagged.tsx';

/** Portuguese offices a person can turn to. */
const offices = {
  cnpd: 'https://www.cnpd.pt',
  complaints: 'https://www.livroreclamacoes.pt',
  arbitration: 'https://www.cniacc.pt',
} as const;

/** What the tags of the policies become. `<mail></mail>` is the operator's address. */
export const policyTags: Tags = {
  b: (words) => <b className="font-semibold">{words}</b>,
  key: (words) => <code className="font-semibold wrap-anywhere">{words}</code>,
  mail: () => (
    <a href={`mailto:${feedbackEmail}`} className="link wrap-anywhere">
      {feedbackEmail}
    </a>
  ),
  ...Object.fromEntries(
    policies.map((policy) => [policy, (words: string) => <PolicyLink policy={policy}>{words}</PolicyLink>]),
  ),
  ...Object.fromEntries(
    Object.entries(offices).map(([name, address]) => [
      name,
      (words: string) => <NewTabLink href={address}>{words}</NewTabLink>,
    ]),
  ),
};
