/**
 * What stands in place of a form that could not be loaded: in the twelve languages most spoken, English for others.
 * Short, and neighbours in an order that compresses well: a merchant's page loads them all.
 */
export const SENTENCES: Record<string, string> = {
  en: 'The card form did not load. Reload the page.',
  es: 'Formulario de tarjeta no cargado. Recargue la página.',
  zh: '银行卡表单加载失败，请刷新页面。',
  hi: 'कार्ड फ़ॉर्म लोड नहीं हुआ। पेज दोबारा लोड करें।',
  ar: 'تعذر تحميل نموذج البطاقة. أعد تحميل الصفحة.',
  fr: 'Formulaire de carte non chargé. Rechargez la page.',
  id: 'Formulir kartu gagal dimuat. Muat ulang halaman.',
  bn: 'কার্ড ফর্ম লোড হয়নি। পেজ আবার লোড করুন।',
  pt: 'Formulário de cartão não carregado. Recarregue a página.',
  ur: 'کارڈ فارم لوڈ نہیں ہوا۔ پیج ری لوڈ کریں۔',
  ru: 'Форма карты не загружена. Обновите страницу.',
  de: 'Kartenformular nicht geladen. Bitte Seite neu laden.',
}
