/**
 * What stands in place of a form that could not be loaded: in the twelve languages most spoken, English for others.
 * Short, and neighbours in an order that compresses well: a merchant's page loads them all.
 */
export const SENTENCES: Record<string, string> = {
  en: 'The payment form did not load.',
  es: 'Formulario de pago no cargado.',
  ar: 'لم يتم تحميل نموذج الدفع.',
  zh: '付款表单加载失败。',
  de: 'Zahlungsformular nicht geladen.',
  fr: 'Formulaire de paiement non chargé.',
  id: 'Formulir pembayaran gagal dimuat.',
  hi: 'पेमेंट फ़ॉर्म लोड नहीं हुआ।',
  bn: 'পেমেন্ট ফর্ম লোড হয়নি।',
  pt: 'Formulário de pagamento não carregado.',
  ur: 'پیمنٹ فارم لوڈ نہیں ہوا۔',
  ru: 'Форма оплаты не загружена.',
}
