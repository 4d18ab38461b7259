import { IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { showErrorToast, showToast } from '../../ui/overlay/toast.ts';
import { pushStateQuery, subscribeToPush, unsubscribeFromPush } from './notifications.api.ts';

export function DevicePushSettings({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation('notifications');
  const queryClient = useQueryClient();
  const { data: state } = useQuery(pushStateQuery);
  const toggle = useMutation({
    mutationFn: () => (state === 'on' ? unsubscribeFromPush() : subscribeToPush(pushKey)),
    onSuccess: (newState) => {
      queryClient.setQueryData(pushStateQuery.queryKey, newState);
      if (newState === 'on') showToast(t('device.turnedOn'));
    },
    // The browser has no push service, or it is unreachable.
    onError: (error) =>
      error instanceof DOMException ? showToast(t('device.failed')) : showErrorToast(error),
  });
  if (!state) return null;
  const Icon = state === 'on' ? IconBellRinging : IconBellOff;
  return (
    <section aria-labelledby="this-device" className="grid gap-3 rounded-lg bg-panel p-4">
      <div className="flex gap-3.5">
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <div className="grid gap-1">
          <h2 id="this-device" className="font-semibold">
            {t('device.title')}
          </h2>
          <p role="status" className="text-pretty text-muted">
            {t(`device.${state}`)}
          </p>
          {state === 'on' ? null : <p className="text-sm text-pretty text-muted">{t('device.fallback')}</p>}
        </div>
      </div>
      {state === 'on' || state === 'off' ? (
        <Button
          variant={state === 'on' ? 'ghost' : 'primary'}
          fullWidth
          loading={toggle.isPending}
          onClick={() => toggle.mutate()}
        >
          {t(state === 'on' ? 'device.turnOff' : 'device.turnOn')}
        </Button>
      ) : null}
    </section>
  );
}
