/**
 * The text that replaces a form that did not load, and the button under it, in the twelve most spoken languages; English for others.
 * Short and ordered for compression, since every merchant's page loads all of them.
 */
export const FALLBACK_TEXTS: Record<string, readonly [text: string, retry: string]> = {
  ar: ['لم يتم تحميل نموذج الدفع.', 'حاول مرة أخرى'],
  en: ['The payment form did not load.', 'Try again'],
  de: ['Zahlungsformular nicht geladen.', 'Erneut versuchen'],
  fr: ['Formulaire de paiement non chargé.', 'Réessayer'],
  es: ['Formulario de pago no cargado.', 'Reintentar'],
  id: ['Formulir pembayaran gagal dimuat.', 'Coba lagi'],
  zh: ['付款表单加载失败。', '重试'],
  bn: ['পেমেন্ট ফর্ম লোড হয়নি।', 'আবার চেষ্টা করুন'],
  pt: ['Formulário de pagamento não carregado.', 'Tentar de novo'],
  hi: ['पेमेंट फ़ॉर्म लोड नहीं हुआ।', 'फिर से कोशिश करें'],
  ur: ['پیمنٹ فارم لوڈ نہیں ہوا۔', 'دوبارہ کوشش کریں'],
  ru: ['Форма оплаты не загружена.', 'Повторить'],
}
