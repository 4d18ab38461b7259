import { IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { getServiceWorkerContainer } from '../../lib/offline/service-worker-container.ts';
import { Button } from '../../ui/button.tsx';
import { showErrorToast, showToast } from '../../ui/overlay/toast.ts';

/** 'denied': the person, or the browser for them, said no. */
export type PushState = 'on' | 'off' | 'denied' | 'unsupported';

const getRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'Notification' in globalThis && 'PushManager' in globalThis
    ? getServiceWorkerContainer()
        ?.getRegistration()
        .catch(() => undefined)
    : undefined;

export async function getPushState(): Promise<PushState> {
  const registration = await getRegistration();
  if (!registration) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Asks for permission: only ever on the press of a button. Answers how it is then. */
export async function subscribeToPush(pushKey: string): Promise<PushState> {
  const registration = await getRegistration();
  if (!registration) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return getPushState();
  // One that was made for other keys of the server's would be refused.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await call('savePushSubscription', {
      body: { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } },
    });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
}

export async function unsubscribeFromPush(): Promise<PushState> {
  const subscription = await (await getRegistration())?.pushManager.getSubscription();
  if (subscription) {
    await call('deletePushSubscription', { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return getPushState();
}

const queryKey = ['push-device'];

/** Whether pushes arrive here, and the button that changes it. */
export function DevicePushSettings({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation('notifications');
  const queryClient = useQueryClient();
  const { data: state } = useQuery({ queryKey, queryFn: getPushState, staleTime: 0 });
  const toggle = useMutation({
    mutationFn: () => (state === 'on' ? unsubscribeFromPush() : subscribeToPush(pushKey)),
    onSuccess: (newState) => {
      queryClient.setQueryData(queryKey, newState);
      if (newState === 'on') showToast(t('device.turnedOn'));
    },
    // The browser's own push service is out of reach, or it has none.
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
