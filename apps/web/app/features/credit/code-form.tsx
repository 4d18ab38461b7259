import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice.tsx';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { parseTypedCents } from '@wopack/ui/format.ts';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productTypesQuery } from '../../lib/data/shared-queries.ts';
import { SalePlacesField } from '../../ui/form/sale-places-field.tsx';
import { type CodeBody, useCreateCode } from './credit.api.ts';

interface Props {
  salePlaces: readonly { id: number; name: string }[];
  onClose: () => void;
}

const EMPTY = {
  code: '',
  name: '',
  value: '',
  cap: '',
  starts_on: '',
  ends_on: '',
  max_uses: '',
  max_uses_per_user: '1',
  minimum: '',
  budget: '',
  addresses: '',
};
type Draft = typeof EMPTY;

/** What is no amount becomes 0, which the server refuses with a message at the field. */
const readCents = (text: string): number | null => (text.trim() ? (parseTypedCents(text) ?? 0) : null);
const readNumber = (text: string): number | null =>
  text.trim() ? (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0) : null;

/** Makes a discount code for packs of the business. */
export function CodeSheet({ salePlaces, onClose }: Props) {
  const {
    t,
    i18n: { language },
  } = useTranslation('codes');
  const create = useCreateCode();
  const { data: types = [] } = useQuery(productTypesQuery(language));
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [effect, setEffect] = useState<'percent' | 'amount'>('percent');
  const [isFirstOnly, setFirstOnly] = useState(false);
  const [placeIds, setPlaceIds] = useState<number[] | null>(null);
  const [typeIds, setTypeIds] = useState<string[]>([]);
  const { error } = create;
  const errors = (error instanceof ApiError && error.errors) || {};
  const isPercent = effect === 'percent';
  const field = (name: keyof Draft, errorName: string = name) => ({
    value: draft[name],
    error: errors[errorName]?.[0],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const body: CodeBody = {
      code: draft.code,
      name: draft.name,
      percent: isPercent ? (readNumber(draft.value) ?? 0) : null,
      amount_cents: isPercent ? null : (readCents(draft.value) ?? 0),
      cap_cents: isPercent ? readCents(draft.cap) : null,
      ...(draft.starts_on && { starts_on: draft.starts_on }),
      ends_on: draft.ends_on || null,
      max_uses: readNumber(draft.max_uses),
      max_uses_per_user: readNumber(draft.max_uses_per_user) ?? 0,
      is_first_order_only: isFirstOnly,
      minimum_cents: readCents(draft.minimum) ?? 0,
      budget_cents: readCents(draft.budget),
      sale_place_ids: placeIds ?? [],
      type_ids: typeIds.map(Number),
      addresses: draft.addresses,
    };
    create.mutate(body, {
      onSuccess: ({ code }) => {
        onClose();
        showToast(t('made', { code }));
      },
    });
  };
  const isOfField = Object.keys(errors).length > 0;
  return (
    <Sheet open onClose={onClose} title={t('new')} description={t('newLead')}>
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TextField
          {...field('code')}
          label={t('code')}
          hint={t('codeHint')}
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <TextField {...field('name')} label={t('name')} hint={t('nameHint')} required />
        <SegmentedControl
          legend={t('effect')}
          options={[
            { value: 'percent', label: t('percent') },
            { value: 'amount', label: t('amount') },
          ]}
          value={effect}
          onChange={setEffect}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
          <TextField
            {...field('value', isPercent ? 'percent' : 'amount_cents')}
            label={t(isPercent ? 'percentValue' : 'amountValue')}
            inputMode={isPercent ? 'numeric' : 'decimal'}
            required
          />
          {isPercent ? (
            <TextField
              {...field('cap', 'cap_cents')}
              label={t('cap')}
              hint={t('capHint')}
              inputMode="decimal"
            />
          ) : null}
          <TextField {...field('starts_on')} label={t('startsOn')} hint={t('startsHint')} type="date" />
          <TextField {...field('ends_on')} label={t('endsOn')} hint={t('endsHint')} type="date" />
          <TextField {...field('max_uses')} label={t('maxUses')} hint={t('noLimit')} inputMode="numeric" />
          <TextField {...field('max_uses_per_user')} label={t('perPerson')} inputMode="numeric" required />
          <TextField
            {...field('minimum', 'minimum_cents')}
            label={t('minimum')}
            hint={t('optional')}
            inputMode="decimal"
          />
          <TextField
            {...field('budget', 'budget_cents')}
            label={t('budget')}
            hint={t('budgetHint')}
            inputMode="decimal"
          />
        </div>
        <Checkbox checked={isFirstOnly} onChange={({ target }) => setFirstOnly(target.checked)}>
          {t('firstOrder')}
        </Checkbox>
        {salePlaces.length > 1 ? (
          <SalePlacesField
            legend={t('where')}
            allLabel={t('everywhere')}
            value={placeIds}
            onChange={setPlaceIds}
            salePlaces={salePlaces}
            error={errors.sale_place_ids?.[0]}
          />
        ) : null}
        <fieldset className="grid gap-2.5">
          <legend className="mb-1.5 text-sm font-semibold">{t('types')}</legend>
          <p className="text-[.8125rem] text-muted">{t('typesHint')}</p>
          <ChoiceChips value={typeIds} onChange={setTypeIds}>
            {types.map(({ id, name }) => (
              <ChoiceChip key={id} value={String(id)}>
                {name}
              </ChoiceChip>
            ))}
          </ChoiceChips>
          {errors.type_ids?.[0] ? <FieldError>{errors.type_ids[0]}</FieldError> : null}
        </fieldset>
        <TextArea
          {...field('addresses')}
          label={t('addresses')}
          hint={t('addressesHint')}
          rows={3}
          spellCheck={false}
        />
        {error && !isOfField ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
        <Button type="submit" fullWidth loading={create.isPending}>
          {t('make')}
        </Button>
      </form>
    </Sheet>
  );
}
