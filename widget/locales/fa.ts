import type { Texts } from './texts.ts'

export const fa: Texts = {
  direction: 'rtl',
  frameTitle: 'اطلاعات کارت',
  missing: 'اطلاعات کارت را کامل کنید',
  labels: { number: 'شماره کارت', expiry: 'انقضا', code: 'CVV2', name: 'نام روی کارت', postalCode: 'کد پستی' },
  optional: '(اختیاری)',
  // The mark keeps the month left of the slash, where its digits are typed.
  expiryHint: 'ماه \u200e/ سال',
  help: { codeBack: '{name}: سه رقم پشت کارت', codeFront: '{name}: چهار رقم روی کارت' },
  choice: { label: 'پرداخت با', announcement: 'این کارت با دو شبکه کار می‌کند. می‌توانید یکی را انتخاب کنید.' },
  errors: {
    number: {
      missing: 'شماره کارت را وارد کنید',
      incomplete: 'شماره کارت را کامل وارد کنید',
      wrong: 'شماره کارت را بررسی کنید',
    },
    expiry: {
      missing: 'تاریخ انقضا را وارد کنید',
      incomplete: 'ماه و سال را وارد کنید',
      wrong: 'تاریخ انقضا را بررسی کنید',
      past: 'این کارت منقضی شده است',
    },
    code: { missing: 'CVV2 را وارد کنید', incomplete: 'CVV2 را کامل وارد کنید', wrong: 'CVV2 را بررسی کنید' },
    name: { missing: 'نام روی کارت را وارد کنید', wrong: 'نام روی کارت را بررسی کنید' },
    postalCode: { wrong: 'کد پستی را بررسی کنید' },
  },
  processing: 'در حال پردازش',
  failures: {
    card_invalid: 'اطلاعات کارت را بررسی کنید.',
    declined: 'کارت رد شد. کارت دیگری را امتحان کنید.',
    network: 'اتصال برقرار نیست. دوباره تلاش کنید.',
    rate_limited: 'تعداد تلاش‌ها زیاد است. یک دقیقه صبر کنید.',
    refused: 'این فرم هنوز کارت نمی‌پذیرد.',
    unavailable: 'انجام نشد. دوباره تلاش کنید.',
  },
}
