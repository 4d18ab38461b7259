import { Dialog } from '@base-ui/react/dialog';
import { Button, iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconX } from '@wopack/ui/icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveCookieChoice } from '../../lib/session/referral-code.ts';
import { getFoodImageUrl } from '../../ui/images/food-image-url.ts';
import { PolicyLink } from '../../ui/links.tsx';

const CHOICES = ['all', 'essential'] as const;

interface Props {
  /** Set when the choice is shown again and may stay as it was. Without it the user must choose. */
  onClose?: () => void;
}

/**
 * Asks which cookies are allowed. Both answers have the same visual weight. Looks like a `Sheet`, but cannot be
 * dragged: it opens on the first page of a guest, where measuring for a drag would block a slow phone.
 */
export function CookieChoice({ onClose }: Props) {
  const { t } = useTranslation(['legal', 'common']);
  const [open, setOpen] = useState(true);
  const popup = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  const choose = (choice: (typeof CHOICES)[number]) => {
    saveCookieChoice(choice);
    close();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && onClose) close();
      }}
      disablePointerDismissal={!onClose}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-[var(--t-slow)] data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Dialog.Popup
            ref={popup}
            // Nobody pressed a key to open it: the first link would have a focus ring.
            initialFocus={popup}
            className={cn(
              'grid max-h-[90dvh] w-full on-raised gap-3.5 overflow-y-auto overscroll-contain bg-raised text-text shadow-overlay outline-none',
              'rounded-t-[28px] px-5 pt-1.5 pb-[calc(2rem+env(safe-area-inset-bottom))]',
              'transition-[transform,opacity] duration-[var(--t-slow)] ease-out',
              'max-sm:data-starting-style:[transform:translateY(100%)] max-sm:data-ending-style:[transform:translateY(100%)]',
              'sm:max-w-[520px] sm:rounded-xl sm:p-8 sm:data-starting-style:opacity-0 sm:data-ending-style:opacity-0',
            )}
          >
            <span
              aria-hidden="true"
              className="mx-auto my-1.5 h-[5px] w-10 rounded-full bg-line-strong/55 sm:hidden"
            />
            <div className="flex items-start justify-between gap-4">
              <div className="flex items-center gap-3.5">
                <img
                  src={getFoodImageUrl('cookie', 'large')}
                  alt=""
                  width={256}
                  height={256}
                  className="size-16 shrink-0"
                />
                <Dialog.Title className="d2">{t('cookies.title')}</Dialog.Title>
              </div>
              {onClose ? (
                <Dialog.Close
                  aria-label={t('common:close')}
                  className={cn(iconButtonVariants({ variant: 'flat' }), '-mt-2 -mr-2')}
                >
                  <IconX />
                </Dialog.Close>
              ) : null}
            </div>
            <Dialog.Description className="text-muted">
              {t('cookies.text')} <PolicyLink policy="cookie">{t('cookies.policy')}</PolicyLink>
            </Dialog.Description>
            {CHOICES.map((choice) => (
              <Button key={choice} fullWidth onClick={() => choose(choice)}>
                {t(`cookies.${choice}`)}
              </Button>
            ))}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
