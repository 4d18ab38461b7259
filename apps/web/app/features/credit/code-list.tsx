import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { CODE_TONES, canStopCode } from '@wopack/ui/form/discount-code.ts';
import { IconPlus } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMemberRights } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { CodeSheet } from './code-form.tsx';
import { type DiscountCode, useStopCode } from './credit.api.ts';

interface Props {
  codes: readonly DiscountCode[];
  salePlaces: readonly { id: number; name: string }[];
}

/** Discount codes of the business, with what was used of them. */
export function CodeList({ codes, salePlaces }: Props) {
  const { t } = useTranslation('codes');
  const { can } = useMemberRights();
  const [isAdding, setAdding] = useState(false);
  const [stopping, setStopping] = useState<DiscountCode | null>(null);
  const stop = useStopCode();
  const mayManage = can('money.manage');
  const add = () => setAdding(true);
  return (
    <section aria-labelledby="codes" className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="codes" className="h2">
          {t('list')}
        </h2>
        {codes.length > 0 && mayManage ? (
          <Button variant="soft" size="small" icon={<IconPlus />} onClick={add}>
            {t('add')}
          </Button>
        ) : null}
      </div>
      {codes.length === 0 ? (
        <EmptyState title={t('none')} action={mayManage ? <Button onClick={add}>{t('add')}</Button> : null}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {codes.map((code) => (
            <CodeRow key={code.id} code={code} onStop={mayManage ? () => setStopping(code) : null} />
          ))}
        </ul>
      )}
      {isAdding ? <CodeSheet salePlaces={salePlaces} onClose={() => setAdding(false)} /> : null}
      <ConfirmDialog
        open={stopping !== null}
        onClose={() => setStopping(null)}
        title={t('stopTitle', { code: stopping?.code })}
        description={t('stopText')}
        confirmLabel={t('stop')}
        isDanger
        loading={stop.isPending}
        onConfirm={() =>
          stopping &&
          stop.mutate(stopping.id, {
            onSuccess: () => {
              showToast(t('stopped', { code: stopping.code }));
              setStopping(null);
            },
            onError: showErrorToast,
          })
        }
      />
    </section>
  );
}

function CodeRow({ code, onStop }: { code: DiscountCode; onStop: (() => void) | null }) {
  const { t } = useTranslation('codes');
  const describe = useCodeLimits();
  const format = useFormat();
  const { max_uses: maxUses, budget_cents: budget, state, returned_count: returned } = code;
  const costs = format.formatMoney(code.used_cents - code.returned_cents);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-64 leading-snug">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <b className="font-mono text-[1.0625rem] wrap-anywhere">{code.code}</b>
          <Pill tone={CODE_TONES[state]}>{t(`states.${state}`)}</Pill>
        </p>
        <p className="mt-0.5 text-sm wrap-anywhere text-muted">{code.name}</p>
        <p className="mt-1 text-sm text-pretty">{describe(code)}</p>
      </div>
      <dl className="grid shrink-0 gap-0.5 text-sm tabular-nums">
        <div className="flex gap-1.5">
          <dt className="text-muted">{t('used')}</dt>
          <dd>{maxUses === null ? code.used_count : t('of', { used: code.used_count, max: maxUses })}</dd>
        </div>
        {returned > 0 ? (
          <div className="flex gap-1.5">
            <dt className="text-muted">{t('returned')}</dt>
            <dd>{returned}</dd>
          </div>
        ) : null}
        <div className="flex gap-1.5">
          <dt className="text-muted">{t('paid')}</dt>
          <dd>{budget === null ? costs : t('of', { used: costs, max: format.formatMoney(budget) })}</dd>
        </div>
      </dl>
      {onStop && canStopCode(state) ? (
        <Button variant="ghost" size="small" onClick={onStop}>
          {t('stop')}
        </Button>
      ) : null}
    </li>
  );
}

/** What a code takes off, and for whom. */
function useCodeLimits(): (code: DiscountCode) => string {
  const { t } = useTranslation('codes');
  const format = useFormat();
  return (code) => {
    const { percent, amount_cents: amount, cap_cents: cap, ends_at: end } = code;
    const off =
      percent === null
        ? t('limits.amount', { amount: format.formatMoney(amount ?? 0) })
        : t('limits.percent', { percent: format.formatPercent(percent) });
    const parts = [
      off,
      cap !== null && t('limits.cap', { amount: format.formatMoney(cap) }),
      code.state === 'planned' && t('limits.from', { date: format.formatDayOfMonth(code.starts_at) }),
      end !== null && t('limits.until', { date: format.formatLastDay(end) }),
      code.max_uses_per_user === 1
        ? t('limits.once')
        : t('limits.perPerson', { count: code.max_uses_per_user }),
      code.is_first_order_only && t('limits.firstOrder'),
      code.minimum_cents > 0 && t('limits.minimum', { amount: format.formatMoney(code.minimum_cents) }),
      code.sale_places.length > 0 && code.sale_places.join(', '),
      code.types.length > 0 && code.types.join(', '),
      code.addresses > 0 && t('limits.addresses', { count: code.addresses }),
    ];
    return parts.filter(Boolean).join(' · ');
  };
}
