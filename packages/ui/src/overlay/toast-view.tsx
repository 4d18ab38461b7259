import { Toast } from '@base-ui/react/toast';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle, IconCheck, IconX } from '#icons';

const toastManager = Toast.createToastManager();
let isMounted = false;

/**
 * Mounts the toast region beside the app. Must be mounted before a toast is added, since a live region announces only
 * changes.
 */
export function mountToasts(): typeof toastManager {
  if (!isMounted) {
    isMounted = true;
    const container = document.body.appendChild(document.createElement('div'));
    flushSync(() => createRoot(container).render(<ToastContainer />));
  }
  return toastManager;
}

/**
 * At the top, where no form, QR code or button bar is, and on a map beside its pins, below the list's controls; one at a time, since `addToast`
 * closes the former.
 */
const ToastContainer = () => (
  <Toast.Provider toastManager={toastManager} timeout={5000} limit={1}>
    <Toast.Viewport className="@container pointer-events-none fixed inset-x-4 top-[calc(8px+env(safe-area-inset-top))] z-60 mx-auto grid max-w-[480px] *:pointer-events-auto *:[grid-area:1/1] sm:top-6 print:hidden [body:has([data-toast-column])_&]:top-auto [body:has([data-toast-column])_&]:right-auto [body:has([data-toast-column])_&]:bottom-6 [body:has([data-toast-column])_&]:left-26 [body:has([data-toast-column])_&]:w-[352px]">
      <Toasts />
    </Toast.Viewport>
  </Toast.Provider>
);

function Toasts() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      aria-label={t('notifications')}
      swipeDirection={['up', 'right', 'left']}
      className="on-contrast flex flex-wrap items-center gap-3 rounded-md bg-contrast py-2 pr-2 pl-4 text-on-contrast shadow-overlay transition-[opacity,translate] duration-[var(--t-base)] data-ending-style:opacity-0 data-starting-style:-translate-y-4 data-starting-style:opacity-0 data-limited:hidden"
    >
      {toast.type === 'error' ? (
        <IconAlertTriangle className="size-6 shrink-0 text-danger" />
      ) : (
        <IconCheck className="size-6 shrink-0 text-save" />
      )}
      <Toast.Description className="min-w-0 flex-1 font-semibold" />
      {toast.actionProps ? (
        <Toast.Action className="min-h-11 shrink-0 rounded-sm bg-brand px-4 font-bold text-on-brand @max-[28rem]:order-last @max-[28rem]:mr-2 @max-[28rem]:mb-2 @max-[28rem]:basis-[calc(100%-8px)]" />
      ) : null}
      <Toast.Close
        aria-label={t('close')}
        // It takes the focus also before the list of notices is expanded, until when it would be hidden.
        aria-hidden={false}
        className="grid size-11 shrink-0 place-items-center rounded-full"
      >
        <IconX className="size-5" />
      </Toast.Close>
    </Toast.Root>
  ));
}
