import { Drawer } from '@base-ui/react/drawer';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconX } from '#icons';
import { iconButtonVariants } from '../button.tsx';
import { cn } from '../cn.ts';
import { closeToasts } from './toast.ts';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Read out with the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** The user must choose: no close button, no dismissal by a press outside. */
  required?: boolean;
}

export default function SheetView({
  open,
  onClose,
  title,
  description,
  children,
  required = false,
}: SheetProps) {
  const { t } = useTranslation();
  useEffect(() => {
    if (open) closeToasts();
  }, [open]);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !required) onClose();
      }}
      disablePointerDismissal={required}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-[var(--t-slow)] data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Drawer.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Drawer.Popup
            className={cn(
              'flex max-h-[90dvh] w-full flex-col on-raised overflow-y-auto overscroll-contain bg-raised text-text shadow-overlay outline-none',
              'rounded-t-[28px] px-5 pt-1.5 pb-[calc(2rem+env(safe-area-inset-bottom))]',
              'transition-[transform,opacity] duration-[var(--t-slow)] ease-out data-swiping:duration-0',
              'max-sm:[transform:translateY(var(--drawer-swipe-movement-y,0))]',
              'max-sm:data-starting-style:[transform:translateY(100%)] max-sm:data-ending-style:[transform:translateY(100%)]',
              'sm:max-w-[520px] sm:rounded-xl sm:p-8 sm:data-starting-style:opacity-0 sm:data-ending-style:opacity-0',
            )}
          >
            <span
              aria-hidden="true"
              className="mx-auto my-2.5 h-[5px] w-10 shrink-0 rounded-full bg-line-strong/55 sm:hidden"
            />
            <Drawer.Content className="grid gap-3.5">
              <div className="flex items-start justify-between gap-4">
                <Drawer.Title className="h2">{title}</Drawer.Title>
                {required ? null : (
                  <Drawer.Close
                    aria-label={t('close')}
                    className={cn(iconButtonVariants({ variant: 'flat' }), '-mt-2 -mr-2')}
                  >
                    <IconX />
                  </Drawer.Close>
                )}
              </div>
              {description ? (
                <Drawer.Description className="text-muted">{description}</Drawer.Description>
              ) : null}
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
