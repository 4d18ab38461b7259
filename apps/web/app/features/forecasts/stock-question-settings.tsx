import { isApiError } from '@wopack/contract/client';
import { Button, TextLink } from '@wopack/ui/button.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMemberRights } from '../../lib/data/shared-queries.ts';
import { paths } from '../../lib/paths.ts';
import type { ProductForecast } from './forecasts.api.ts';
import { useUpdateStockQuestion } from './stock-questions.api.ts';

/** Before usual pickups of the evening. */
const USUAL_TIME = '14:30';

/** Whether and when the seller is asked each day how many there are of a product. */
export function StockQuestionSettings({ product }: { product: ProductForecast }) {
  const { t } = useTranslation('forecast');
  const { can } = useMemberRights();
  const { asks_at: asksAt, publishes_itself: publishesItself } = product.question ?? {
    asks_at: null,
    publishes_itself: false,
  };
  const [time, setTime] = useState(asksAt ?? USUAL_TIME);
  const { mutate, isPending, error } = useUpdateStockQuestion();
  const canChange = can('products.manage') && !isPending;
  const timeError = isApiError(error, 'validation') ? error.errors?.asks_at?.[0] : undefined;
  const save = (change: { asks_at: string | null; publishes_itself: boolean }) =>
    mutate(
      { id: product.id, ...change },
      {
        onSuccess: () =>
          showToast(change.asks_at ? t('settings.on', { time: change.asks_at }) : t('settings.off')),
        onError: (refusal) => {
          if (!isApiError(refusal, 'validation')) showErrorToast(refusal);
        },
      },
    );
  return (
    <section className="grid gap-2 rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2">{t('settings.title')}</h2>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save({ asks_at: time, publishes_itself: publishesItself });
        }}
      >
        <Switch
          label={asksAt ? t('settings.asksAt', { time: asksAt }) : t('settings.ask')}
          hint={t('settings.askHint')}
          checked={asksAt !== null}
          disabled={!canChange}
          onChange={(isOn) =>
            save({ asks_at: isOn ? time : null, publishes_itself: isOn && publishesItself })
          }
        />
        {can('products.manage') ? (
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              type="time"
              label={t('settings.time')}
              value={time}
              error={timeError}
              onChange={({ target }) => setTime(target.value)}
            />
            {asksAt !== null && asksAt !== time ? (
              <Button type="submit" variant="soft" size="small" loading={isPending}>
                {t('settings.saveTime')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </form>
      {can('stock.change') ? (
        <TextLink to={paths.stockQuestions} className="justify-self-start text-sm">
          {t('next.link')}
        </TextLink>
      ) : null}
      <div className="border-t border-line">
        <Switch
          label={t('settings.itself')}
          hint={t(publishesItself ? 'settings.itselfOn' : 'settings.itselfOff')}
          checked={publishesItself}
          disabled={!canChange || asksAt === null}
          onChange={(isOn) => save({ asks_at: asksAt, publishes_itself: isOn })}
        />
      </div>
    </section>
  );
}
