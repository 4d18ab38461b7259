import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { parseUserAgent } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconDeviceLaptop, IconDeviceMobile } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { RowGroup } from '../../../ui/lists.tsx';
import { providerIcons, providerNames } from '../sign-in/social-sign-in.tsx';
import {
  devicesQuery,
  linkedAccountsQuery,
  useSignOutDevice,
  useSignOutOtherDevices,
  useUnlinkAccount,
} from './account.api.ts';
import { useDeviceName } from './use-device-name.ts';

export function DeviceList() {
  const { t } = useTranslation('account');
  const devicesState = useQuery(devicesQuery);
  const signOutOthers = useSignOutOtherDevices();
  return (
    <QueryState
      query={devicesState}
      reassurance={t('safe')}
      loading={
        <Loading className="grid gap-3">
          <Skeleton className="h-40 rounded-lg!" />
        </Loading>
      }
    >
      {(devices) => (
        <div className="grid gap-4">
          <p className="text-pretty text-muted">{t('devices.text')}</p>
          <RowGroup>
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </RowGroup>
          {devices.length > 1 ? (
            <Button
              variant="soft"
              loading={signOutOthers.isPending}
              onClick={() =>
                signOutOthers.mutate(undefined, {
                  onSuccess: () => showToast(t('devices.endedOthers')),
                  onError: showErrorToast,
                })
              }
            >
              {t('devices.endOthers')}
            </Button>
          ) : (
            <p className="text-muted">{t('devices.alone')}</p>
          )}
        </div>
      )}
    </QueryState>
  );
}

function DeviceRow({ device }: { device: Reply<'listDevices'>['data'][number] }) {
  const { t } = useTranslation('account');
  const { formatDayTime } = useFormat();
  const signOut = useSignOutDevice();
  const name = useDeviceName()(device.device_name);
  const { isPhone } = parseUserAgent(device.device_name);
  const Icon = isPhone ? IconDeviceMobile : IconDeviceLaptop;
  return (
    <li className="flex min-h-[60px] flex-wrap items-center gap-x-3.5 gap-y-2 py-2.5">
      <Icon className="size-5 shrink-0" />
      <span className="grid min-w-0 flex-1 basis-40 leading-5">
        <span className="font-semibold break-words">{name}</span>
        <span className="text-[.8125rem] text-muted">
          {device.is_current
            ? t('devices.since', { when: formatDayTime(device.created_at) })
            : t('devices.used', { when: formatDayTime(device.last_used) })}
        </span>
      </span>
      {device.is_current ? (
        <Pill tone="ok">{t('devices.current')}</Pill>
      ) : (
        <Button
          variant="ghost"
          size="small"
          loading={signOut.isPending}
          aria-label={t('devices.endOne', { device: name })}
          onClick={() =>
            signOut.mutate(device.id, {
              onSuccess: () => showToast(t('devices.ended')),
              onError: showErrorToast,
            })
          }
        >
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}

/** External accounts used for signing in; renders nothing when there are none. */
export function LinkedAccounts() {
  const { t } = useTranslation('account');
  const id = useId();
  return (
    <QueryState query={useQuery(linkedAccountsQuery)} reassurance={t('safe')} loading={null}>
      {(accounts) =>
        accounts.length === 0 ? null : (
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
        )
      }
    </QueryState>
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
      <Icon className="size-5 shrink-0" />
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
