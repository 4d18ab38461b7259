import { useQuery } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { businessCountries, sellerKinds } from '@wopack/contract/vocabulary';
import { formatPostalAddress, getLocale, isolateWords, splitPostalAddress } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { type Control, type UseFormReturn, useController, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Me, useMe } from '../../../lib/data/shared-queries.ts';
import { getCountryName } from '../../../lib/format/use-format.ts';
import { ReauthenticationFields } from '../password/reauthentication-fields.tsx';
import { type Business, businessQuery, useUpdateBusiness } from './account.api.ts';
import { SaveRow } from './basic-info-form.tsx';

/** The legal identity: of sellers with what tax authorities and buyers need, of partners for their statements. */
export function BusinessForm({ businessId = null }: { businessId?: number | null }) {
  const { data: me } = useMe();
  const isSeller = me && (businessId !== null || me.is_owner);
  return (
    <QueryState query={useQuery(businessQuery(businessId))} loading={<BusinessSkeleton />} isInline>
      {(business) =>
        isSeller === undefined ? (
          <BusinessSkeleton />
        ) : (
          <BusinessFields
            key={String(isSeller)}
            me={me!}
            businessId={businessId}
            initialBusiness={business}
            isSeller={isSeller}
          />
        )
      }
    </QueryState>
  );
}

const BusinessSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-[52px]" />
    <Skeleton className="h-24" />
    <Skeleton className="h-[52px]" />
  </Loading>
);

/** The VAT rate as it is typed; every field has a text. */
interface BusinessDraft extends Omit<Required<Business>, 'kind' | 'vat_percent'> {
  kind: Business['kind'];
  vat_percent: string;
  /** The proof of who changes what is a business's; asked for there alone. */
  password: string;
  code: string;
}

const emptyDraft: BusinessDraft = {
  kind: undefined,
  legal_name: '',
  first_name: '',
  last_name: '',
  birth_date: '',
  address: '',
  post_code: '',
  city: '',
  country: 'PT',
  vat_number: '',
  register_number: '',
  tax_number: '',
  tax_country: 'PT',
  vat_percent: '',
  password: '',
  code: '',
};
const fields = Object.keys(emptyDraft) as (keyof BusinessDraft)[];

/** Portugal has one number for VAT, register and taxes, so that it is asked for once. */
const hasOneNumber = ({ country, tax_country }: Pick<BusinessDraft, 'country' | 'tax_country'>) =>
  country === 'PT' && tax_country === 'PT';

/** A partner is asked nothing about taxes. */
const toPartnerBody = (draft: BusinessDraft): Input<'updateBusiness'>['body'] => ({
  legal_name: draft.legal_name,
  address: formatPostalAddress(draft),
  country: draft.country,
  vat_number: draft.vat_number,
});

/** What follows from another field is not sent. */
function toBody({
  vat_percent,
  legal_name,
  password: _,
  code: __,
  ...draft
}: BusinessDraft): Input<'updateBusiness'>['body'] {
  const { first_name, last_name, birth_date, register_number, tax_number, tax_country, ...rest } = draft;
  const isPerson = rest.kind === 'person';
  return {
    ...rest,
    legal_name: isPerson ? `${first_name.trim()} ${last_name.trim()}`.trim() : legal_name,
    vat_percent: parsePercent(vat_percent),
    ...(isPerson && { first_name, last_name, birth_date }),
    ...(!hasOneNumber(draft) && { tax_number, tax_country, ...(!isPerson && { register_number }) }),
  };
}

/** '6,5' → 6.5; null for an empty text. */
const parsePercent = (text: string): number | null =>
  text.trim() ? Number(text.trim().replace(',', '.')) : null;

/** Guesses the kind of a record without one: in Portugal the number says it. Source: Decreto-Lei n.º 14/2013, artigo 5.º. */
function findKind(vatNumber: string | undefined): BusinessDraft['kind'] {
  if (!vatNumber?.startsWith('PT')) return undefined;
  return /^PT(?:[123]|45)/.test(vatNumber) ? 'person' : 'company';
}

/** An address of one piece is split where that is certain. */
function toDraft({ vat_percent: percent, ...business }: Partial<Business>, language: string): BusinessDraft {
  const parts = business.country === 'PT' ? splitPostalAddress(business.address ?? '') : null;
  return {
    ...emptyDraft,
    kind: findKind(business.vat_number),
    tax_country: business.country ?? emptyDraft.tax_country,
    ...business,
    // As it is written in Portugal.
    vat_number: business.vat_number?.replace(/^PT/, '') ?? '',
    ...(parts && { address: parts.street, post_code: parts.postCode, city: parts.city }),
    vat_percent: percent == null ? '' : percent.toLocaleString(getLocale(language)),
  };
}

interface FieldsProps {
  me: Me;
  businessId: number | null;
  initialBusiness: Business | null;
  isSeller: boolean;
}

function BusinessFields({ me, businessId, initialBusiness, isSeller }: FieldsProps) {
  const { t, i18n } = useTranslation('account');
  const [usesCode, setUsesCode] = useState(!me.has_password);
  const proofField = usesCode ? 'code' : 'password';
  const updateBusiness = useUpdateBusiness();
  const form = useForm<BusinessDraft>({
    defaultValues: toDraft(initialBusiness ?? {}, i18n.language),
  });
  const { handleSubmit, register, setError, clearErrors, reset, formState, control } = form;
  const { isSubmitting, isDirty, errors } = formState;
  const { field: kind } = useController({ control, name: 'kind' });
  const submit = handleSubmit(async (values) => {
    try {
      const body = isSeller ? toBody(values) : toPartnerBody(values);
      const named = businessId && { business_id: businessId, [proofField]: values[proofField] };
      reset(toDraft(await updateBusiness.mutateAsync({ ...body, ...named }), i18n.language));
    } catch (error) {
      if (!setServerErrors(error, setError, fields)) showErrorToast(error);
      // The server may name both; an error of an unrendered field would block submitting.
      clearErrors(usesCode ? 'password' : 'code');
      // It follows from the names: an error of an unrendered field would block submitting.
      if (isSeller && values.kind === 'person') clearErrors('legal_name');
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {isSeller ? (
        <>
          <ChoiceTiles
            legend={t('business.kind')}
            value={kind.value ?? null}
            onChange={kind.onChange}
            error={errors.kind?.message}
          >
            <div className="grid grid-cols-2 gap-2.5">
              {sellerKinds.toReversed().map((value) => (
                <ChoiceTile key={value} value={value}>
                  {t(`business.${value}`)}
                  <span className="text-[.8125rem] font-normal opacity-85">{t(`business.${value}Hint`)}</span>
                </ChoiceTile>
              ))}
            </div>
          </ChoiceTiles>
          {kind.value ? (
            <>
              <IdentityFields form={form} kind={kind.value} />
              <AddressFields form={form} />
              <NumberFields form={form} kind={kind.value} />
              <ShownToBuyers control={control} />
              {businessId ? (
                <ReauthenticationFields
                  me={me}
                  purpose="members"
                  usesCode={usesCode}
                  onUseCode={() => {
                    clearErrors('password');
                    setUsesCode(true);
                  }}
                  fieldProps={{ ...register(proofField), error: errors[proofField]?.message }}
                />
              ) : null}
              <SaveRow isSaving={isSubmitting} isSaved={updateBusiness.isSuccess && !isDirty} />
            </>
          ) : (
            <ShownToBuyers control={control} />
          )}
        </>
      ) : (
        <>
          <PartnerNameField form={form} />
          <AddressFields form={form} />
          <VatNumberField form={form} />
          <SaveRow isSaving={isSubmitting} isSaved={updateBusiness.isSuccess && !isDirty} />
        </>
      )}
    </form>
  );
}

interface PartProps {
  form: UseFormReturn<BusinessDraft>;
}
type Kind = NonNullable<BusinessDraft['kind']>;

const Part = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <fieldset className="grid gap-3.5 sm:grid-cols-2">
    <legend className="mb-2.5 font-bold">{title}</legend>
    {hint ? <p className="-mt-2 text-sm text-pretty text-muted sm:col-span-2">{hint}</p> : null}
    {children}
  </fieldset>
);

function IdentityFields({ form: { register, formState }, kind }: PartProps & { kind: Kind }) {
  const { t } = useTranslation('account');
  const { errors } = formState;
  return (
    <Part title={t('business.who')}>
      {kind === 'company' ? (
        <TextField
          className="sm:col-span-2"
          label={t('business.legalName')}
          hint={t('business.legalNameHint')}
          autoComplete="organization"
          error={errors.legal_name?.message}
          {...register('legal_name')}
        />
      ) : (
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
            hint={t('business.hidden')}
            type="date"
            autoComplete="bday"
            error={errors.birth_date?.message}
            {...register('birth_date')}
          />
        </>
      )}
    </Part>
  );
}

/** A person's or a company's name: for partners it makes no difference. */
function PartnerNameField({ form: { register, formState } }: PartProps) {
  const { t } = useTranslation('account');
  return (
    <Part title={t('business.who')}>
      <TextField
        className="sm:col-span-2"
        label={t('business.partnerName')}
        hint={t('business.partnerNameHint')}
        autoComplete="name"
        error={formState.errors.legal_name?.message}
        {...register('legal_name')}
      />
    </Part>
  );
}

function AddressFields({ form: { register, formState, setValue, getValues } }: PartProps) {
  const { t } = useTranslation('account');
  const { errors } = formState;
  const country = register('country');
  return (
    <Part title={t('business.address')}>
      <TextField
        className="sm:col-span-2"
        label={t('business.street')}
        autoComplete="street-address"
        error={errors.address?.message}
        {...register('address')}
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
      <CountrySelect
        label={t('business.country')}
        autoComplete="country"
        error={errors.country?.message}
        {...country}
        onChange={async (event) => {
          const former = getValues('country');
          await country.onChange(event);
          // The tax number is of the same country until the seller says otherwise.
          if (getValues('tax_country') === former) setValue('tax_country', getValues('country'));
        }}
      />
    </Part>
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

interface VatNumberProps extends PartProps {
  /** Missing where it does not matter. */
  kind?: Kind;
  isOneNumber?: boolean;
}

function VatNumberField({
  form: { register, control, formState },
  kind,
  isOneNumber = false,
}: VatNumberProps) {
  const { t } = useTranslation('account');
  const country = useWatch({ control, name: 'country' });
  const isNipc = kind === 'company';
  return (
    <TextField
      label={t(country === 'PT' ? (isNipc ? 'business.nipc' : 'business.nif') : 'business.vatNumber')}
      hint={isOneNumber ? t(isNipc ? 'business.nipcHint' : 'business.nifHint') : undefined}
      autoComplete="off"
      spellCheck={false}
      error={formState.errors.vat_number?.message}
      {...register('vat_number')}
    />
  );
}

/** What statements, receipts and tax authorities (DAC7) need. */
function NumberFields({ form, kind }: PartProps & { kind: Kind }) {
  const { t } = useTranslation('account');
  const { register, control, formState } = form;
  const { errors } = formState;
  const [country, taxCountry] = useWatch({ control, name: ['country', 'tax_country'] });
  const isOneNumber = hasOneNumber({ country, tax_country: taxCountry });
  const [isElsewhere, setElsewhere] = useState(country !== taxCountry);
  return (
    <Part title={t('business.numbers')} hint={t('business.taxText')}>
      <VatNumberField form={form} kind={kind} isOneNumber={isOneNumber} />
      {kind === 'company' && !isOneNumber ? (
        <TextField
          label={t('business.registerNumber')}
          autoComplete="off"
          spellCheck={false}
          error={errors.register_number?.message}
          {...register('register_number')}
        />
      ) : null}
      {isOneNumber ? null : (
        <TextField
          label={t('business.taxNumber')}
          autoComplete="off"
          spellCheck={false}
          error={errors.tax_number?.message}
          {...register('tax_number')}
        />
      )}
      {isElsewhere || country !== taxCountry ? (
        <CountrySelect
          label={t('business.taxCountry')}
          error={errors.tax_country?.message}
          {...register('tax_country')}
        />
      ) : null}
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
      {isElsewhere || country !== taxCountry ? null : (
        <Button
          variant="ghost"
          size="small"
          className="justify-self-start sm:col-span-2"
          onClick={() => setElsewhere(true)}
        >
          {t('business.taxedElsewhere')}
        </Button>
      )}
    </Part>
  );
}

/** Name and address as buyers will read them. */
function ShownToBuyers({ control }: { control: Control<BusinessDraft> }) {
  const { t, i18n } = useTranslation('account');
  const draft = useWatch({ control }) as BusinessDraft;
  const name = draft.kind === 'person' ? toBody(draft).legal_name : draft.legal_name;
  if (!name.trim() || !draft.address.trim()) return null;
  const country = getCountryName(draft.country, i18n.language);
  return (
    <p className="rounded-md bg-panel px-4 py-3 text-sm break-words">
      <b className="block">{t('business.shown')}</b>
      {isolateWords(name)}
      <br />
      {isolateWords(formatPostalAddress(draft))}, {country}
    </p>
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
