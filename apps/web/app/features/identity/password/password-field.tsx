import { IconButton } from '@wopack/ui/button.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconEye, IconEyeOff, IconLock } from '@wopack/ui/icons';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface PasswordFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'end' | 'icon'> {
  /** 'Password' by default. */
  label?: string;
}

/** A password field with a button that shows its text. */
export function PasswordField({ label, ...props }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      label={label ?? t('password.label')}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      icon={<IconLock />}
      endAdornment={
        <IconButton
          variant="plain"
          label={isVisible ? t('password.hide') : t('password.show')}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon />
        </IconButton>
      }
    />
  );
}
