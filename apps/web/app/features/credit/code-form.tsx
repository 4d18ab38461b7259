import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { AmountField } from '@wopack/ui/form/amount-field.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice.tsx';
import { bindCodeFields, buildCodeTerms, EMPTY_CODE } from '@wopack/ui/form/discount-code.ts';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productTypesQuery } from '../../lib/data/shared-queries.ts';
import { SalePlacesField } from '../../ui/form/sale-places-field.tsx';
import { useCreateCode } from './credit.api.ts';

interface Props {
  salePlaces: readonly { id: number; name: string }[];
  onClose: () => void;
}

/** Makes a discount code for packs of the business. */
export function CodeSheet({ salePlaces, onClose }: Props) {
  const {
    t,
    i18n: { language },
  } = useTranslation('codes');
  const create = useCreateCode();
  const { data: types = [] } = useQuery(productTypesQuery(language));
  const [draft, setDraft] = useState(EMPTY_CODE);
  const [effect, setEffect] = useState<'percent' | 'amount'>('percent');
  const [placeIds, setPlaceIds] = useState<number[] | null>(null);
  const { error } = create;
  const errors = (error instanceof ApiError && error.errors) || {};
  const isPercent = effect === 'percent';
  const { field, amount } = bindCodeFields(draft, setDraft, (name) => errors[name]?.[0]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const body = { ...buildCodeTerms(draft, effect), sale_place_ids: placeIds ?? [] };
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
          className="justify-self-start"
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
          {isPercent ? (
            <>
              <TextField {...field('percent')} label={t('percentValue')} inputMode="numeric" required />
              <AmountField {...amount('cap_cents')} label={t('cap')} hint={t('capHint')} />
            </>
          ) : (
            <AmountField {...amount('amount_cents')} label={t('amountValue')} required />
          )}
          <TextField {...field('starts_on')} label={t('startsOn')} hint={t('startsHint')} type="date" />
          <TextField {...field('ends_on')} label={t('endsOn')} hint={t('endsHint')} type="date" />
          <TextField {...field('max_uses')} label={t('maxUses')} hint={t('noLimit')} inputMode="numeric" />
          <TextField {...field('max_uses_per_user')} label={t('perPerson')} inputMode="numeric" required />
          <AmountField {...amount('minimum_cents')} label={t('minimum')} hint={t('optional')} />
          <AmountField {...amount('budget_cents')} label={t('budget')} hint={t('budgetHint')} />
        </div>
        <Checkbox
          checked={draft.is_first_order_only}
          onChange={({ target }) => setDraft({ ...draft, is_first_order_only: target.checked })}
        >
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
          <ChoiceChips value={draft.type_ids} onChange={(type_ids) => setDraft({ ...draft, type_ids })}>
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
