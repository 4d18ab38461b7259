import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconFileInvoice } from '#icons';
import { setServerErrors } from '../../../lib/api/errors.ts';
import { useCountries } from '../../../lib/i18n/use-countries.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { showErrorToast } from '../../../ui/overlay/toast.ts';
import { type Business, businessQuery, useUpdateBusiness } from './account.api.ts';

/** The seller's legal identity, which buyers can read. */
export function BusinessForm() {
  const { data, error, refetch } = useQuery(businessQuery);
  if (data !== undefined) return <BusinessFields initialBusiness={data} />;
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />;
  return (
    <Loading className="grid gap-3.5">
      <Skeleton className="h-[52px]" />
      <Skeleton className="h-24" />
      <Skeleton className="h-[52px]" />
    </Loading>
  );
}

const emptyBusiness: Business = { legal_name: '', address: '', country: 'PT', vat_number: '' };
const fields = ['legal_name', 'address', 'country', 'vat_number'] as const;

function BusinessFields({ initialBusiness }: { initialBusiness: Business | null }) {
  const { t } = useTranslation('account');
  const countries = useCountries();
  const updateBusiness = useUpdateBusiness();
  const { register, handleSubmit, setError, reset, formState } = useForm<Business>({
    defaultValues: initialBusiness ?? emptyBusiness,
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      reset(await updateBusiness.mutateAsync(values));
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
      <Select
        label={t('business.country')}
        autoComplete="country"
        error={errors.country?.message}
        {...register('country')}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextField
        label={t('business.vatNumber')}
        hint={t('business.vatHint')}
        autoComplete="off"
        spellCheck={false}
        error={errors.vat_number?.message}
        {...register('vat_number')}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:col-span-2">
        <Button type="submit" loading={isSubmitting} className="max-sm:w-full">
          {t('basicInfo.save')}
        </Button>
        <p role="status" className="flex items-center gap-1.5 font-semibold text-save">
          {updateBusiness.isSuccess && !isDirty ? (
            <>
              <IconCheck className="size-5" aria-hidden="true" />
              {t('basicInfo.saved')}
            </>
          ) : null}
        </p>
      </div>
    </form>
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
      <IconFileInvoice className="size-6 shrink-0" aria-hidden="true" />
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
