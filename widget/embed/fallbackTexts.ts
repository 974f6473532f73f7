/**
 * The text that replaces a form that did not load, in the twelve most spoken languages; English for others. Short and ordered for
 * compression, since every merchant's page loads all of them.
 */
export const SENTENCES: Record<string, string> = {
  ar: 'لم يتم تحميل نموذج الدفع.',
  en: 'The payment form did not load.',
  de: 'Zahlungsformular nicht geladen.',
  fr: 'Formulaire de paiement non chargé.',
  es: 'Formulario de pago no cargado.',
  id: 'Formulir pembayaran gagal dimuat.',
  zh: '付款表单加载失败。',
  bn: 'পেমেন্ট ফর্ম লোড হয়নি।',
  pt: 'Formulário de pagamento não carregado.',
  hi: 'पेमेंट फ़ॉर्म लोड नहीं हुआ।',
  ur: 'پیمنٹ فارم لوڈ نہیں ہوا۔',
  ru: 'Форма оплаты не загружена.',
}
