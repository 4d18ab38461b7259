import { discountEffects } from '@wopack/contract/vocabulary';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { AmountField } from '@wopack/ui/form/amount-field.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice.tsx';
import { bindCodeFields, buildCodeTerms, EMPTY_CODE } from '@wopack/ui/form/discount-code.ts';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TypeIcon, useProductTypes, useTypeName } from '../catalogue/types.tsx';
import { call } from '../lib/api.ts';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { SalePlacePicker, type SalePlaceReference } from './sale-place-picker.tsx';

type Effect = (typeof discountEffects)[number];

/** Makes a code that the operator pays. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [draft, setDraft] = useState(EMPTY_CODE);
  const [effect, setEffect] = useState<Effect>('percent');
  const [salePlaces, setSalePlaces] = useState<readonly SalePlaceReference[]>([]);
  const isPercent = effect === 'percent';
  const isCredit = effect === 'credit';
  const places = isCredit ? [] : salePlaces;
  return (
    <ActionDialog
      about={null}
      title={t('codes.add')}
      description={t('codes.addText')}
      confirmLabel={t('codes.addConfirm')}
      reasonHint={t('refunds.reasonHint')}
      fields={[
        ...['code', 'name', 'effect', 'percent', 'amount_cents', 'cap_cents', 'starts_on', 'ends_on'],
        ...['credit_days', 'max_uses', 'max_uses_per_user', 'minimum_cents', 'budget_cents'],
        ...['sale_place_ids', 'type_ids', 'addresses'],
      ]}
      action={(reason) =>
        call('createAdminCode', {
          body: {
            ...buildCodeTerms(draft, effect),
            effect,
            sale_place_ids: places.map(({ id }) => id),
            reason,
          },
        })
      }
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => {
        const { field, amount } = bindCodeFields(draft, setDraft, errorOf);
        return (
          <>
            <TextField
              {...field('code')}
              label={t('codes.code')}
              hint={t('codes.codeHint')}
              autoCapitalize="characters"
              spellCheck={false}
              required
            />
            <TextField {...field('name')} label={t('codes.name')} hint={t('codes.nameHint')} required />
            <Select
              label={t('codes.effect')}
              value={effect}
              onChange={({ target }) => setEffect(target.value as Effect)}
            >
              {discountEffects.map((value) => (
                <option key={value} value={value}>
                  {t(`codes.effects.${value}`)}
                </option>
              ))}
            </Select>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
              {isPercent ? (
                <>
                  <TextField {...field('percent')} label={t('codes.percent')} inputMode="numeric" required />
                  <AmountField {...amount('cap_cents')} label={t('codes.cap')} hint={t('codes.optional')} />
                </>
              ) : (
                <AmountField {...amount('amount_cents')} label={t('codes.amount')} required />
              )}
              {isCredit ? (
                <TextField
                  {...field('credit_days')}
                  label={t('codes.creditDays')}
                  hint={t('codes.creditDaysHint')}
                  inputMode="numeric"
                />
              ) : null}
              <TextField
                {...field('starts_on')}
                label={t('codes.startsOn')}
                hint={t('codes.startsHint')}
                type="date"
              />
              <TextField
                {...field('ends_on')}
                label={t('codes.endsOn')}
                hint={t('codes.optional')}
                type="date"
              />
              <TextField
                {...field('max_uses')}
                label={t('codes.maxUses')}
                hint={t('codes.optional')}
                inputMode="numeric"
              />
              <TextField
                {...field('max_uses_per_user')}
                label={t('codes.perPerson')}
                inputMode="numeric"
                required
              />
              {isCredit ? null : (
                <AmountField
                  {...amount('minimum_cents')}
                  label={t('codes.minimum')}
                  hint={t('codes.optional')}
                />
              )}
              <AmountField
                {...amount('budget_cents')}
                label={t('codes.budget')}
                hint={t('codes.budgetHint')}
              />
            </div>
            {isCredit ? null : (
              <>
                <Checkbox
                  checked={draft.is_first_order_only}
                  onChange={({ target }) => setDraft({ ...draft, is_first_order_only: target.checked })}
                >
                  {t('codes.firstOrder')}
                </Checkbox>
                <SalePlacePicker
                  chosen={salePlaces}
                  onChange={setSalePlaces}
                  error={errorOf('sale_place_ids')}
                />
                <TypesField
                  value={draft.type_ids}
                  onChange={(type_ids) => setDraft({ ...draft, type_ids })}
                  error={errorOf('type_ids')}
                />
              </>
            )}
            <TextArea
              {...field('addresses')}
              label={t('codes.addresses')}
              hint={t('codes.addressesHint')}
              rows={3}
              spellCheck={false}
            />
          </>
        );
      }}
    </ActionDialog>
  );
}

interface TypesFieldProps {
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
  error: string | undefined;
}

/** Types of packs that are still offered: none chosen, all. */
function TypesField({ value, onChange, error }: TypesFieldProps) {
  const { t } = useTranslation('admin');
  const nameType = useTypeName();
  const query = useProductTypes();
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-1 text-sm font-semibold">{t('codes.types')}</legend>
      <p className="text-[.8125rem] text-muted">{t('codes.typesHint')}</p>
      {query.isLoading ? <LoadingRows count={1} row="h-11" /> : null}
      <InlineError query={query} />
      <ChoiceChips value={value} onChange={onChange}>
        {(query.data ?? [])
          .filter((type) => type.retired_at === null)
          .map((type) => (
            <ChoiceChip key={type.id} value={String(type.id)} icon={<TypeIcon icon={type.icon} />}>
              {nameType(type)}
            </ChoiceChip>
          ))}
      </ChoiceChips>
      {error ? <FieldError>{error}</FieldError> : null}
    </fieldset>
  );
}
