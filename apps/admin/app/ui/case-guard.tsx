import { useQuery } from '@tanstack/react-query';
import type { CaseKind } from '@wopack/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';

interface CaseGuardProps {
  kind: CaseKind;
  id: number;
  children: ReactNode;
}

/** Buttons about a subject: disabled, and said why, when another operator has to press them. */
export function CaseGuard({ kind, id, children }: CaseGuardProps) {
  const { t } = useTranslation('admin');
  const { data } = useQuery({
    queryKey: ['case', kind, id],
    queryFn: async ({ signal }) => (await call('getCase', { params: { kind, id }, signal })).data,
  });
  if (!data?.is_own && !data?.waits_for_other) return children;
  return (
    <>
      <p role="note" className="basis-full text-sm text-pretty text-muted">
        {t(data.is_own ? 'case.own' : 'case.waitsForOther')}
      </p>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </>
  );
}
