import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Policy, paths, policies } from '../lib/paths.ts';
import { NewTabLink } from './new-tab-link.tsx';

interface Props {
  policy: Policy;
  className?: string;
  /** By default the policy's name. */
  children?: ReactNode;
}

/** Opens in a new tab, so that no input is lost. */
export function PolicyLink({ policy, className, children }: Props) {
  const { t } = useTranslation();
  return (
    <NewTabLink href={paths.policies[policy]} className={className}>
      {children ?? t(`footer.${policy}`)}
    </NewTabLink>
  );
}

/** Links to all policies. */
export const PolicyList = ({ className, linkClass }: { className?: string; linkClass: string }) => (
  <ul className={className}>
    {policies.map((policy) => (
      <li key={policy}>
        <PolicyLink policy={policy} className={linkClass} />
      </li>
    ))}
  </ul>
);
