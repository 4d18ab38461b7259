import { useQuery } from '@tanstack/react-query';
import { businessCountries, sellerKinds } from '@wopack/contract/vocabulary';
import { getLocale } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { IconFileInvoice } from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { type ComponentProps, useMemo } from 'react';
import { type UseFormReturn, useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { getCountryName } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { type Business, businessQuery, useUpdateBusiness } from './account.api.ts';
import { SaveRow } from './basic-info-form.tsx';

/** The seller's legal identity, which buyers can read. */
export function BusinessForm() {
  return (
    <QueryState
      query={useQuery(businessQuery)}
      loading={
        <Loading className="grid gap-3.5">
          <Skeleton className="h-[52px]" />
          <Skeleton className="h-24" />
          <Skeleton className="h-[52px]" />
        </Loading>
      }
      isInline
    >
      {(business) => <BusinessFields initialBusiness={business} />}
    </QueryState>
  );
}

/** The VAT rate as it is typed. */
type BusinessDraft = Omit<Business, 'vat_percent'> & { vat_percent: string };

const emptyBusiness: Business = { legal_name: '', address: '', country: 'PT', vat_number: '' };
const emptyTaxFields: Partial<Business> = {
  first_name: '',
  last_name: '',
  birth_date: '',
  register_number: '',
  tax_country: 'PT',
  tax_number: '',
  post_code: '',
  city: '',
};
const fields = [
  ...(['legal_name', 'address', 'country', 'vat_number', 'vat_percent', 'kind'] as const),
  ...(['first_name', 'last_name', 'birth_date', 'register_number'] as const),
  ...(['tax_number', 'tax_country', 'post_code', 'city'] as const),
];

/** Until the seller has said what they are, the rest is left as it is. */
const toBody = ({
  legal_name,
  address,
  country,
  vat_number,
  vat_percent,
  ...tax
}: BusinessDraft): Business => ({
  legal_name,
  address,
  country,
  vat_number,
  vat_percent: parsePercent(vat_percent),
  ...(tax.kind && tax),
});

/** '6,5' → 6.5; null for an empty text. */
const parsePercent = (text: string): number | null =>
  text.trim() ? Number(text.trim().replace(',', '.')) : null;

const toDraft = ({ vat_percent: percent, ...business }: Business, language: string): BusinessDraft => ({
  ...emptyTaxFields,
  ...business,
  vat_percent: percent == null ? '' : percent.toLocaleString(getLocale(language)),
});

function BusinessFields({ initialBusiness }: { initialBusiness: Business | null }) {
  const { t, i18n } = useTranslation('account');
  const updateBusiness = useUpdateBusiness();
  const form = useForm<BusinessDraft>({
    defaultValues: toDraft(initialBusiness ?? emptyBusiness, i18n.language),
  });
  const { register, handleSubmit, setError, reset, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      reset(toDraft(await updateBusiness.mutateAsync(toBody(values)), i18n.language));
    } catch (error) {
      if (!setServerErrors(error, setError, fields)) showErrorToast(error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5 sm:grid-cols-2">
      <TextField
        className="sm:col-span-2"
        label={t('business.legalName')}
        hint={t('business.legalNameHint')}
        autoComplete="organization"
        error={errors.legal_name?.message}
        {...register('legal_name')}
      />
      <TextArea
        className="sm:col-span-2"
        label={t('business.address')}
        autoComplete="street-address"
        rows={2}
        error={errors.address?.message}
        {...register('address')}
      />
      <CountrySelect
        label={t('business.country')}
        autoComplete="country"
        error={errors.country?.message}
        {...register('country')}
      />
      <TextField
        label={t('business.vatNumber')}
        hint={t('business.vatHint')}
        autoComplete="off"
        spellCheck={false}
        error={errors.vat_number?.message}
        {...register('vat_number')}
      />
      <TextField
        label={t('business.vatPercent')}
        hint={t('business.vatPercentHint')}
        inputMode="decimal"
        autoComplete="off"
        endAdornment={<span className="pr-3 text-muted">%</span>}
        error={errors.vat_percent?.message}
        {...register('vat_percent', {
          validate: (text) => {
            const percent = parsePercent(text) ?? 0;
            return (percent >= 0 && percent <= 30) || t('business.vatPercentWrong');
          },
        })}
      />
      <TaxFields form={form} />
      <SaveRow isSaving={isSubmitting} isSaved={updateBusiness.isSuccess && !isDirty} />
    </form>
  );
}

function CountrySelect(props: Omit<ComponentProps<typeof Select>, 'children'>) {
  const countries = useCountries();
  return (
    <Select {...props}>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** What tax authorities ask of sellers (DAC7): of a person another part than of a company. */
function TaxFields({ form }: { form: UseFormReturn<BusinessDraft> }) {
  const { t } = useTranslation('account');
  const { register, control, formState } = form;
  const { errors } = formState;
  const { field: kind } = useController({ control, name: 'kind' });
  return (
    <div className="grid gap-3.5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2">
      <p className="text-sm text-muted sm:col-span-2">{t('business.taxText')}</p>
      <div className="sm:col-span-2">
        <ChoiceTiles
          legend={t('business.kind')}
          value={kind.value ?? null}
          onChange={kind.onChange}
          error={errors.kind?.message}
        >
          <div className="grid grid-cols-2 gap-2.5">
            {sellerKinds.map((value) => (
              <ChoiceTile key={value} value={value}>
                {t(`business.${value}`)}
                <span className="text-[.8125rem] font-normal opacity-85">{t(`business.${value}Hint`)}</span>
              </ChoiceTile>
            ))}
          </div>
        </ChoiceTiles>
      </div>
      {kind.value === 'person' ? (
        <>
          <TextField
            label={t('business.firstName')}
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...register('first_name')}
          />
          <TextField
            label={t('business.lastName')}
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...register('last_name')}
          />
          <TextField
            label={t('business.birthDate')}
            type="date"
            autoComplete="bday"
            error={errors.birth_date?.message}
            {...register('birth_date')}
          />
        </>
      ) : null}
      {kind.value === 'company' ? (
        <TextField
          label={t('business.registerNumber')}
          autoComplete="off"
          spellCheck={false}
          error={errors.register_number?.message}
          {...register('register_number')}
        />
      ) : null}
      {kind.value ? (
        <>
          <TextField
            label={t('business.taxNumber')}
            hint={t('business.taxNumberHint')}
            autoComplete="off"
            spellCheck={false}
            error={errors.tax_number?.message}
            {...register('tax_number')}
          />
          <CountrySelect
            label={t('business.taxCountry')}
            error={errors.tax_country?.message}
            {...register('tax_country')}
          />
          <TextField
            label={t('business.postCode')}
            autoComplete="postal-code"
            error={errors.post_code?.message}
            {...register('post_code')}
          />
          <TextField
            label={t('business.city')}
            autoComplete="address-level2"
            error={errors.city?.message}
            {...register('city')}
          />
        </>
      ) : null}
    </div>
  );
}

/** Asks a seller for the legal identity until it is given; selling is possible without it. */
export function BusinessNote({ className = '' }: { className?: string }) {
  const { t } = useTranslation('seller');
  const { data } = useQuery(businessQuery);
  if (data !== null) return null;
  return (
    <section
      aria-label={t('business.title')}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-brand-soft px-4 py-3.5 sm:px-6 ${className}`}
    >
      <IconFileInvoice className="size-6 shrink-0" />
      <p className="min-w-0 flex-1 basis-56">
        <b className="block">{t('business.title')}</b>
        <span className="text-sm">{t('business.text')}</span>
      </p>
      <ButtonLink size="small" variant="ghost" to={paths.business}>
        {t('business.fill')}
      </ButtonLink>
    </section>
  );
}

/** Countries of sellers, named in the current language. */
function useCountries() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const collator = new Intl.Collator(getLocale(i18n.language));
    return businessCountries
      .map((code) => ({ code, name: getCountryName(code, i18n.language) }))
      .sort((a, b) => collator.compare(a.name, b.name));
  }, [i18n.language]);
}
