import { IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { policies } from '../../../lib/paths.ts';
import { RowGroup } from '../../../ui/display/row-group.tsx';
import { PolicyLink } from '../../../ui/policy-link.tsx';

/** The five policies. */
export function LegalGroup() {
  const { t } = useTranslation();
  return (
    <RowGroup>
      {policies.map((policy) => (
        <li key={policy}>
          <PolicyLink policy={policy} className="flex min-h-12 items-center gap-3.5 rounded-xs py-1.5">
            <span className="min-w-0 flex-1">{t(`footer.${policy}`)}</span>
            <IconArrowUpRight className="size-5 shrink-0 text-2" aria-hidden="true" />
          </PolicyLink>
        </li>
      ))}
    </RowGroup>
  );
}
