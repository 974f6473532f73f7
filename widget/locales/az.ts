import type { Texts } from './texts.ts'

export const az: Texts = {
  direction: 'ltr',
  frameTitle: 'Kart məlumatları',
  missing: 'Kart məlumatlarını tamamlayın',
  labels: { number: 'Kart nömrəsi', expiry: 'Bitmə tarixi', code: 'CVV', name: 'Kartdakı ad', postalCode: 'Poçt kodu' },
  optional: '(istəyə bağlı)',
  expiryHint: 'AA / İİ',
  help: { codeBack: '{name}: kartın arxa üzündəki 3 rəqəm', codeFront: '{name}: kartın ön üzündəki 4 rəqəm' },
  choice: { label: 'Ödəniş şəbəkəsi', announcement: 'Bu kart iki şəbəkədə işləyir. Birini seçə bilərsiniz.' },
  errors: {
    number: {
      missing: 'Kart nömrəsini daxil edin',
      incomplete: 'Kart nömrəsini tam daxil edin',
      wrong: 'Kart nömrəsini yoxlayın',
    },
    expiry: {
      missing: 'Bitmə tarixini daxil edin',
      incomplete: 'Ay və ili daxil edin',
      wrong: 'Bitmə tarixini yoxlayın',
      past: 'Bu kartın müddəti bitib',
    },
    code: { missing: 'CVV kodunu daxil edin', incomplete: 'CVV kodunu tam daxil edin', wrong: 'CVV kodunu yoxlayın' },
    name: { missing: 'Kartdakı adı daxil edin', wrong: 'Kartdakı adı yoxlayın' },
    postalCode: { wrong: 'Poçt kodunu yoxlayın' },
  },
  processing: 'Emal olunur',
  failures: {
    card_invalid: 'Kart məlumatlarını yoxlayın.',
    declined: 'Kart qəbul edilmədi. Başqa kartı sınayın.',
    network: 'Bağlantı yoxdur. Yenidən cəhd edin.',
    rate_limited: 'Həddən çox cəhd. Bir dəqiqə gözləyin.',
    refused: 'Bu forma hələ kart qəbul etmir.',
    unavailable: 'Alınmadı. Yenidən cəhd edin.',
  },
}
