/** What stands in place of a form that could not be loaded: in the twelve languages most spoken, English for others. */
export const SENTENCES: Record<string, string> = {
  en: 'The card form did not load. Reload the page.',
  zh: '银行卡表单未能加载。请重新加载页面。',
  hi: 'कार्ड फ़ॉर्म लोड नहीं हुआ। पेज फिर से लोड करें।',
  es: 'El formulario de la tarjeta no se cargó. Recargue la página.',
  fr: 'Le formulaire de carte ne s’est pas chargé. Rechargez la page.',
  ar: 'لم يتم تحميل نموذج البطاقة. أعد تحميل الصفحة.',
  bn: 'কার্ড ফর্ম লোড হয়নি। পৃষ্ঠাটি আবার লোড করুন।',
  pt: 'O formulário do cartão não carregou. Recarregue a página.',
  ru: 'Форма карты не загрузилась. Обновите страницу.',
  ur: 'کارڈ فارم لوڈ نہیں ہوا۔ صفحہ دوبارہ لوڈ کریں۔',
  id: 'Formulir kartu gagal dimuat. Muat ulang halaman.',
  de: 'Das Kartenformular wurde nicht geladen. Laden Sie die Seite neu.',
}
