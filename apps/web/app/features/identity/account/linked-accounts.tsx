import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { RowGroup } from '../../../ui/display/row-group.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../../ui/overlay/toast.ts';
import { providerIcons, providerNames } from '../identity.api.ts';
import { linkedAccountsQuery, useUnlinkAccount } from './account.api.ts';

/** External accounts used for signing in; renders nothing when there are none. */
export function LinkedAccounts() {
  const { t } = useTranslation('account');
  const id = useId();
  const { data: accounts, error, refetch, isFetching } = useQuery(linkedAccountsQuery);
  if (error && !accounts) {
    return (
      <ErrorState
        error={error}
        reassurance={t('safe')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!accounts?.length) return null;
  return (
    <section aria-labelledby={id} className="mt-2 grid gap-3">
      <h3 id={id} className="font-semibold">
        {t('linked.title')}
      </h3>
      <RowGroup>
        {accounts.map((account) => (
          <LinkedAccountRow key={account.way} account={account} />
        ))}
      </RowGroup>
      {accounts.some(({ is_only_way }) => is_only_way) ? (
        <p className="text-pretty text-muted">{t('linked.onlyWay')}</p>
      ) : null}
    </section>
  );
}

function LinkedAccountRow({ account }: { account: Reply<'listLinkedAccounts'>['data'][number] }) {
  const { t } = useTranslation('account');
  const { formatDay } = useFormat();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const unlink = useUnlinkAccount();
  const { way: provider, linked_at, is_only_way } = account;
  const name = providerNames[provider];
  const Icon = providerIcons[provider];
  const handleConfirm = () =>
    unlink.mutate(provider, {
      onSuccess: () => showToast(t('linked.done', { name })),
      onError: showErrorToast,
      onSettled: () => setConfirmOpen(false),
    });
  return (
    <li className="flex min-h-[60px] flex-wrap items-center gap-x-3.5 gap-y-2 py-2.5">
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="grid min-w-0 flex-1 basis-40 leading-5">
        <span className="font-semibold">{name}</span>
        <span className="text-[.8125rem] text-muted">
          {t('linked.since', { when: formatDay(linked_at) })}
        </span>
      </span>
      {is_only_way ? null : (
        <Button
          variant="ghost"
          size="small"
          aria-label={t('linked.unlinkOne', { name })}
          onClick={() => setConfirmOpen(true)}
        >
          {t('linked.unlink')}
        </Button>
      )}
      {isConfirmOpen ? (
        <ConfirmDialog
          open
          onClose={() => setConfirmOpen(false)}
          title={t('linked.ask', { name })}
          description={t('linked.askText', { name })}
          confirmLabel={t('linked.unlink')}
          cancelLabel={t('linked.keep')}
          isDanger
          loading={unlink.isPending}
          onConfirm={handleConfirm}
        />
      ) : null}
    </li>
  );
}
