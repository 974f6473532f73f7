import type { Texts } from './texts.ts'

export const ur: Texts = {
  direction: 'rtl',
  frameTitle: 'کارڈ کی تفصیلات',
  missing: 'کارڈ کی تفصیلات مکمل کریں',
  labels: { number: 'کارڈ نمبر', expiry: 'میعاد', code: 'CVV', name: 'کارڈ پر نام', postalCode: 'پوسٹل کوڈ' },
  optional: '(اختیاری)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: کارڈ کے پچھلے رخ پر 3 ہندسے', codeFront: '{name}: کارڈ کے اگلے رخ پر 4 ہندسے' },
  choice: { label: 'ادائیگی بذریعہ', announcement: 'یہ کارڈ دو نیٹ ورکس پر چلتا ہے۔ آپ ایک چن سکتے ہیں۔' },
  errors: {
    number: { missing: 'کارڈ نمبر درج کریں', incomplete: 'پورا کارڈ نمبر درج کریں', wrong: 'کارڈ نمبر چیک کریں' },
    expiry: {
      missing: 'کارڈ کی میعاد درج کریں',
      incomplete: 'مہینہ اور سال درج کریں',
      wrong: 'کارڈ کی میعاد چیک کریں',
      past: 'اس کارڈ کی میعاد ختم ہو چکی ہے',
    },
    code: { missing: 'CVV درج کریں', incomplete: 'پورا CVV درج کریں', wrong: 'CVV چیک کریں' },
    name: { missing: 'کارڈ پر لکھا نام درج کریں', wrong: 'کارڈ پر لکھا نام چیک کریں' },
    postalCode: { wrong: 'پوسٹل کوڈ چیک کریں' },
  },
  processing: 'کارروائی جاری ہے',
  failures: {
    card_invalid: 'کارڈ کی تفصیلات چیک کریں۔',
    declined: 'کارڈ قبول نہیں ہوا۔ دوسرا کارڈ آزمائیں۔',
    network: 'کنکشن نہیں ہے۔ دوبارہ کوشش کریں۔',
    rate_limited: 'بہت زیادہ کوششیں۔ ایک منٹ انتظار کریں۔',
    refused: 'یہ فارم ابھی کارڈ قبول نہیں کرتا۔',
    unavailable: 'یہ نہیں ہو سکا۔ دوبارہ کوشش کریں۔',
  },
}
