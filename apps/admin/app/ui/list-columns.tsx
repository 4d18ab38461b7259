import { Menu } from '@base-ui/react/menu';
import { buttonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconCheck, IconColumns3 } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readColumnChoice, storeColumnChoice } from '../lib/preferences.ts';
import type { ResourceName, Row, Sums } from '../lib/resources.ts';

export interface Column<R extends ResourceName> {
  key: string;
  head: string;
  render: (row: Row<R>) => ReactNode;
  /** Name of the order in the call, if the list can be sorted by it. */
  sort?: string;
  /** Amounts, to the right. */
  isAmount?: boolean;
  /** Of all rows of the filter, in the foot. */
  sum?: (sums: Sums<R>) => ReactNode;
  /** Shown only when chosen. */
  isOptional?: boolean;
}

/** The columns to show, as last chosen for this list in this browser. The first one names the row and always stays. */
export function useColumnChoice<R extends ResourceName>(resource: R, columns: readonly Column<R>[]) {
  const [choice, setChoice] = useState(() => readColumnChoice(resource));
  const isShown = (column: Column<R>) => choice[column.key] ?? !column.isOptional;
  const [first, ...others] = columns;
  return {
    shown: [first!, ...others.filter(isShown)],
    options: others.map((column) => ({ ...column, isShown: isShown(column) })),
    setShown: (key: string, isColumnShown: boolean) => {
      const next = { ...choice, [key]: isColumnShown };
      setChoice(next);
      storeColumnChoice(resource, next);
    },
  };
}

interface ColumnMenuProps {
  options: readonly { key: string; head: string; isShown: boolean }[];
  onChange: (key: string, isShown: boolean) => void;
}

export function ColumnMenu({ options, onChange }: ColumnMenuProps) {
  const { t } = useTranslation('admin');
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonVariants({ variant: 'ghost', size: 'small' })}>
        <IconColumns3 aria-hidden="true" />
        {t('list.columns')}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" collisionPadding={12} className="z-40">
          <Menu.Popup className="max-h-(--available-height) min-w-52 on-raised overflow-y-auto rounded-md border border-line bg-raised p-1.5 text-sm text-text shadow-overlay outline-none">
            {options.map(({ key, head, isShown }) => (
              <Menu.CheckboxItem
                key={key}
                checked={isShown}
                onCheckedChange={(checked) => onChange(key, checked)}
                className="flex min-h-9 cursor-default items-center gap-2.5 rounded-xs px-2.5 outline-none data-highlighted:bg-quiet pointer-coarse:min-h-11"
              >
                <span
                  aria-hidden="true"
                  className={cn(
                    'grid size-5 shrink-0 place-items-center rounded-[6px]',
                    isShown ? 'bg-primary text-on-primary' : 'inset-ring-2 inset-ring-line-strong',
                  )}
                >
                  {isShown ? <IconCheck stroke={3} className="size-3.5" /> : null}
                </span>
                {head}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
