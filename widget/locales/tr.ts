import type { Texts } from './texts.ts'

export const tr: Texts = {
  direction: 'ltr',
  frameTitle: 'Kart bilgileri',
  missing: 'Kart bilgilerini tamamlayın',
  labels: {
    number: 'Kart numarası',
    expiry: 'Son kullanma',
    code: 'CVV',
    name: 'Kart üzerindeki isim',
    postalCode: 'Posta kodu',
  },
  optional: '(isteğe bağlı)',
  expiryHint: 'AA / YY',
  help: { codeBack: '{name}: kartın arka yüzündeki 3 rakam', codeFront: '{name}: kartın ön yüzündeki 4 rakam' },
  choice: { label: 'Ödeme ağı', announcement: 'Bu kart iki ağda geçerli. Birini seçebilirsiniz.' },
  errors: {
    number: {
      missing: 'Kart numarasını girin',
      incomplete: 'Kart numarasının tamamını girin',
      wrong: 'Kart numarasını kontrol edin',
    },
    expiry: {
      missing: 'Son kullanma tarihini girin',
      incomplete: 'Ay ve yılı girin',
      wrong: 'Son kullanma tarihini kontrol edin',
      past: 'Bu kartın süresi dolmuş',
    },
    code: { missing: 'CVV kodunu girin', incomplete: 'CVV kodunun tamamını girin', wrong: 'CVV kodunu kontrol edin' },
    name: { missing: 'Kart üzerindeki ismi girin', wrong: 'Kart üzerindeki ismi kontrol edin' },
    postalCode: { wrong: 'Posta kodunu kontrol edin' },
  },
  processing: 'İşleniyor',
  failures: {
    card_invalid: 'Kart bilgilerini kontrol edin.',
    declined: 'Kart reddedildi. Başka bir kart deneyin.',
    network: 'Bağlantı yok. Tekrar deneyin.',
    rate_limited: 'Çok fazla deneme. Bir dakika bekleyin.',
    refused: 'Bu form henüz kart kabul etmiyor.',
    unavailable: 'İşlem tamamlanamadı. Tekrar deneyin.',
  },
}
