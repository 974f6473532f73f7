import type { Texts } from './texts.ts'

export const ar: Texts = {
  direction: 'rtl',
  frameTitle: 'بيانات البطاقة',
  missing: 'أكمل بيانات البطاقة',
  labels: {
    number: 'رقم البطاقة',
    expiry: 'الانتهاء',
    code: 'CVV',
    name: 'الاسم على البطاقة',
    postalCode: 'الرمز البريدي',
  },
  optional: '(اختياري)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: ثلاثة أرقام على ظهر البطاقة', codeFront: '{name}: أربعة أرقام على وجه البطاقة' },
  choice: { label: 'الدفع عبر', announcement: 'تعمل هذه البطاقة على شبكتين. يمكنك اختيار إحداهما.' },
  errors: {
    number: { missing: 'أدخل رقم البطاقة', incomplete: 'أدخل رقم البطاقة كاملًا', wrong: 'تحقق من رقم البطاقة' },
    expiry: {
      missing: 'أدخل تاريخ الانتهاء',
      incomplete: 'أدخل الشهر والسنة',
      wrong: 'تحقق من تاريخ الانتهاء',
      past: 'انتهت صلاحية هذه البطاقة',
    },
    code: { missing: 'أدخل رمز CVV', incomplete: 'أدخل رمز CVV كاملًا', wrong: 'تحقق من رمز CVV' },
    name: { missing: 'أدخل الاسم على البطاقة', wrong: 'تحقق من الاسم على البطاقة' },
    postalCode: { wrong: 'تحقق من الرمز البريدي' },
  },
  processing: 'تجري المعالجة',
  failures: {
    card_invalid: 'تحقق من بيانات البطاقة.',
    declined: 'رُفضت البطاقة. جرّب بطاقة أخرى.',
    network: 'لا يوجد اتصال. حاول مرة أخرى.',
    rate_limited: 'محاولات كثيرة جدًا. انتظر دقيقة.',
    refused: 'هذا النموذج لا يقبل البطاقات بعد.',
    unavailable: 'لم تنجح العملية. حاول مرة أخرى.',
  },
}
