import { Radio } from '@base-ui/react/radio';
import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { IconArrowsShuffle, IconInfoCircle, IconSparkles, IconWalk } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { type AllocationInput, type SellerAllocation, sellerAllocationsQuery } from '../allocation.api.ts';

type AllocationChoice = AllocationInput['allocation'];

const choices = [
  { value: 'automatic', icon: <IconSparkles /> },
  { value: 'first_come', icon: <IconWalk /> },
  { value: 'draw', icon: <IconArrowsShuffle /> },
] as const satisfies { value: AllocationChoice; icon: ReactNode }[];

/** Offered lengths of a draw in minutes, of the 15 to 720 that the server takes. */
const ENTRY_MINUTES = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720];

interface Props {
  /** Null: not saved yet. */
  productId: number | null;
  allocation: AllocationChoice;
  entryMinutes: number;
  timeZone: string;
  onChange: (allocation: AllocationChoice) => void;
  onEntryMinutesChange: (minutes: number) => void;
}

/** Who gets the packs of a product: by draw, first come, or as demand decides. */
export function AllocationFields({
  productId,
  allocation,
  entryMinutes,
  timeZone,
  onChange,
  onEntryMinutesChange,
}: Props) {
  const { t } = useTranslation('allocation-seller');
  const { formatDuration } = useFormat();
  const { data } = useQuery({
    ...sellerAllocationsQuery({ product_id: productId ?? 0 }),
    enabled: productId !== null,
  });
  const current = data?.[0];
  const minutes = [...new Set([...ENTRY_MINUTES, entryMinutes])].toSorted((a, b) => a - b);
  return (
    <div className="grid gap-5">
      <ChoiceTiles
        legend={t('choice.title')}
        hideLegend
        value={allocation}
        onChange={(value: AllocationChoice) => onChange(value)}
      >
        {choices.map(({ value, icon }) => (
          <ChoiceCard
            key={value}
            value={value}
            icon={icon}
            title={t(`choice.${value}`)}
            text={t(`choice.${value}Text`)}
          >
            {value === allocation && current && current.allocation === value ? (
              <NextSlot current={current} timeZone={timeZone} />
            ) : null}
          </ChoiceCard>
        ))}
      </ChoiceTiles>
      {allocation === 'first_come' ? null : (
        <Select
          className="max-w-80"
          label={t('choice.minutes')}
          hint={t('choice.minutesHint')}
          value={entryMinutes}
          onChange={({ target }) => onEntryMinutesChange(Number(target.value))}
        >
          {minutes.map((value) => (
            <option key={value} value={value}>
              {formatDuration(value * MINUTE_MS)}
            </option>
          ))}
        </Select>
      )}
      <p className="flex gap-2 text-sm text-muted">
        <IconInfoCircle className="mt-px size-[18px] shrink-0" />
        {t('choice.from')}
      </p>
    </div>
  );
}

interface ChoiceCardProps {
  value: AllocationChoice;
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}

/** A radio button as a card with its explanation. */
const ChoiceCard = ({ value, icon, title, text, children }: ChoiceCardProps) => (
  <Radio.Root
    value={value}
    nativeButton
    render={<button type="button" />}
    className={cn(
      'group grid grid-cols-[24px_minmax(0,1fr)_22px] items-start gap-3 rounded-md p-3.5 text-left',
      'inset-ring-[1.5px] inset-ring-line-strong hover:not-data-checked:bg-quiet',
      'data-checked:bg-brand-soft data-checked:inset-ring-2 data-checked:inset-ring-text',
      '[&>svg]:size-[22px]',
    )}
  >
    <span
      aria-hidden="true"
      className="mt-px grid size-[22px] place-items-center rounded-full inset-ring-2 inset-ring-line-strong group-data-checked:inset-ring-text"
    >
      <Radio.Indicator className="size-3 rounded-full bg-text" />
    </span>
    <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5">
      <b className="max-w-full hyphens-auto wrap-anywhere">{title}</b>
      <span className="text-sm text-muted group-data-checked:text-text">{text}</span>
      {children}
    </span>
    {icon}
  </Radio.Root>
);

/** What is in force for the next slot, and why. */
function NextSlot({ current, timeZone }: { current: SellerAllocation; timeZone: string }) {
  const { t } = useTranslation('allocation-seller');
  const { formatDay } = useFormat();
  const { next } = current;
  const mode = t(`mode.${next.mode}`);
  const reason = useReason(current);
  return (
    <>
      {reason ? <span className="mt-1.5 text-sm font-semibold">{reason}</span> : null}
      {next.pickup_start ? (
        <Pill tone="photo" className="mt-2 h-auto py-1.5 whitespace-normal">
          <span>
            <span className="inline-block first-letter:uppercase">
              {formatDay(next.pickup_start, timeZone)}
            </span>
            : {mode}
          </span>
        </Pill>
      ) : null}
    </>
  );
}

/** Why automatic chose; null when the seller did. */
export function useReason({ next }: Pick<SellerAllocation, 'next'>): string | null {
  const { t } = useTranslation('allocation-seller');
  return next.reason === 'chosen'
    ? null
    : t(`reason.${next.reason}`, { fast: next.fast_slots, slots: next.slots });
}
