/** What stands in place of a form that could not be loaded: in the twelve languages most spoken, English for others. */
export const SENTENCES: Record<string, string> = {
  en: 'The card form did not load. Check your connection and reload the page.',
  zh: '银行卡表单未能加载。请检查网络连接并重新加载页面。',
  hi: 'कार्ड फ़ॉर्म लोड नहीं हुआ। कनेक्शन जाँचें और पेज फिर से लोड करें।',
  es: 'El formulario de la tarjeta no se cargó. Revise su conexión y recargue la página.',
  fr: 'Le formulaire de carte n’a pas pu se charger. Vérifiez votre connexion et rechargez la page.',
  ar: 'لم يتم تحميل نموذج البطاقة. تحقق من الاتصال وأعد تحميل الصفحة.',
  bn: 'কার্ড ফর্ম লোড হয়নি। সংযোগ দেখে পৃষ্ঠাটি আবার লোড করুন।',
  pt: 'O formulário do cartão não carregou. Verifique sua conexão e recarregue a página.',
  ru: 'Форма карты не загрузилась. Проверьте подключение и обновите страницу.',
  ur: 'کارڈ فارم لوڈ نہیں ہوا۔ کنکشن دیکھیں اور صفحہ دوبارہ لوڈ کریں۔',
  id: 'Formulir kartu gagal dimuat. Periksa koneksi Anda dan muat ulang halaman.',
  de: 'Das Kartenformular wurde nicht geladen. Prüfen Sie die Verbindung und laden Sie die Seite neu.',
}
