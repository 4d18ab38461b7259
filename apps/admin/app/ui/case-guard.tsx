import { useQuery } from '@tanstack/react-query';
import type { CaseKind, OperatorRight } from '@wopack/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';

/** What buttons are about. */
export interface CaseSubject {
  kind: CaseKind;
  id: number;
}

/** What a button is about, and the right that its call needs. */
export type Case = CaseSubject & { right: OperatorRight };

/** Whether another operator has to act on a subject, by the right that is needed. Null: it concerns nobody. */
export function useCase(subject: CaseSubject | null) {
  const { data } = useQuery({
    queryKey: ['case', subject?.kind, subject?.id],
    queryFn: async ({ signal }) => {
      const { kind, id } = subject!;
      return (await call('getCase', { params: { kind, id }, signal })).data;
    },
    enabled: subject !== null,
  });
  const isOwn = (right: OperatorRight) => data?.is_own === true && !data.alone_with.includes(right);
  const waitsFor = (right: OperatorRight) => data?.waits_for.includes(right) === true;
  return {
    readerLanguages: data?.reader_languages ?? [],
    isBlocked: (right: OperatorRight) => isOwn(right) || waitsFor(right),
    /** What is to be said beside buttons that need these rights. */
    getNote: (rights: readonly OperatorRight[]) => {
      if (rights.some(isOwn)) return 'own' as const;
      if (rights.some(waitsFor)) return 'waitsForOther' as const;
      return data?.is_own && rights.length > 0 ? ('alone' as const) : null;
    },
  };
}

export function CaseNote({ note }: { note: ReturnType<ReturnType<typeof useCase>['getNote']> }) {
  const { t } = useTranslation('admin');
  return note ? (
    <p role="note" className="basis-full text-sm text-pretty text-muted">
      {t(`case.${note}`)}
    </p>
  ) : null;
}

/** A form about a subject: disabled, and said why, when another operator has to use it. */
export function CaseGuard({ kind, id, right, children }: Case & { children: ReactNode }) {
  const { isBlocked, getNote } = useCase({ kind, id });
  return (
    <>
      <CaseNote note={getNote([right])} />
      <fieldset disabled={isBlocked(right)} className="contents">
        {children}
      </fieldset>
    </>
  );
}
