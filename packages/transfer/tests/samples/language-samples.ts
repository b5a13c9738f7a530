/** Lines of notes in a language, and names of files, with an encoding of programs for it. */
export interface LanguageSample {
  readonly language: string;
  readonly label: string;
  readonly lines: readonly string[];
  readonly names: readonly string[];
}

const chinese = {
  lines: [
    "港口潮汐表",
    "今天早上去市场买了两斤鱼和一些青菜。",
    "会议记录：下周一之前完成新版本的测试。",
    "旅行计划：先到上海，再坐船去舟山群岛。",
  ],
  names: ["笔记", "会议记录", "图片"],
};
const traditional = {
  lines: [
    "港口潮汐表",
    "今天早上去市場買了兩斤魚和一些青菜。",
    "會議記錄：下週一之前完成新版本的測試。",
    "旅行計畫：先到臺北，再坐火車去花蓮。",
  ],
  names: ["筆記", "會議記錄", "圖片"],
};
const japanese = {
  lines: [
    "港の潮汐表",
    "今日は朝から雨が降っていて、電車が少し遅れました。",
    "会議のメモ：来週までに新しい設計を確認すること。",
    "買い物リスト：牛乳、卵、パン、りんご",
  ],
  names: ["メモ", "会議のメモ", "表示"],
};
const korean = {
  lines: [
    "항구의 조석표",
    "오늘 아침에 시장에 가서 생선과 채소를 샀습니다.",
    "회의 기록: 다음 주까지 새 버전을 시험할 것.",
    "여행 계획: 부산에서 배를 타고 제주도로 간다.",
  ],
  names: ["메모", "회의 기록", "사진"],
};
const russian = {
  lines: [
    "Таблица приливов",
    "Сегодня утром мы ходили на рынок и купили рыбу.",
    "Заметки о встрече: закончить проверку до понедельника.",
    "Список покупок: молоко, хлеб, яблоки, чай",
  ],
  names: ["Заметки", "Таблица приливов", "Рисунок"],
};
const czech = {
  lines: [
    "Tabulka přílivů a odlivů",
    "Dnes ráno jsme šli na trh a koupili ryby a zeleninu.",
    "Zápis ze schůzky: dokončit zkoušky nové verze do pondělí.",
    "Příliš žluťoučký kůň úpěl ďábelské ódy.",
  ],
  names: ["Poznámky", "Zápis ze schůzky", "Obrázek přístavu"],
};
const german = {
  lines: [
    "Die Größe der Boote und die Höhe der Flut",
    "Heute früh haben wir auf dem Markt Fisch und Gemüse gekauft.",
    "Notizen für das Gespräch: bis Montag die Prüfung abschließen.",
    "Über den Fluss führt eine schöne, alte Brücke.",
  ],
  names: ["Übersicht", "Größe der Boote", "Prüfung für Häfen"],
};

export const languageSamples: readonly LanguageSample[] = [
  { language: "Chinese", label: "gb18030", ...chinese },
  { language: "Chinese", label: "big5", ...traditional },
  { language: "Japanese", label: "shift_jis", ...japanese },
  { language: "Japanese", label: "euc-jp", ...japanese },
  { language: "Korean", label: "euc-kr", ...korean },
  { language: "Russian", label: "windows-1251", ...russian },
  { language: "Russian", label: "koi8-u", ...russian },
  { language: "Russian", label: "ibm866", ...russian },
  {
    language: "Ukrainian",
    label: "windows-1251",
    lines: [
      "Таблиця припливів",
      "Сьогодні вранці ми ходили на ринок і купили рибу.",
      "Нотатки зустрічі: завершити перевірку до понеділка.",
    ],
    names: ["Нотатки", "Таблиця припливів", "Малюнок"],
  },
  { language: "Czech", label: "windows-1250", ...czech },
  { language: "Czech", label: "iso-8859-2", ...czech },
  { language: "Czech", label: "cp852", ...czech },
  {
    language: "Polish",
    label: "windows-1250",
    lines: [
      "Tabela pływów i odpływów",
      "Dziś rano poszliśmy na targ i kupiliśmy rybę oraz warzywa.",
      "Notatki ze spotkania: do poniedziałku zakończyć próby.",
      "Zażółć gęślą jaźń",
    ],
    names: ["Notatki z podróży łódką", "Próby nowej wersji książki", "Zdjęcie żaglówki"],
  },
  {
    language: "Hungarian",
    label: "windows-1250",
    lines: [
      "Az árapály táblázata",
      "Ma reggel a piacra mentünk, és halat meg zöldséget vettünk.",
      "A megbeszélés jegyzete: hétfőig be kell fejezni az új változatot.",
      "Árvíztűrő tükörfúrógép",
    ],
    names: ["Árvíztűrő jegyzetek", "Új változat", "Kikötő képe"],
  },
  { language: "German", label: "windows-1252", ...german },
  { language: "German", label: "cp850", ...german },
  {
    language: "French",
    label: "windows-1252",
    lines: [
      "La table des marées à Brest",
      "Ce matin nous sommes allés au marché et nous avons acheté du poisson.",
      "Notes de la réunion : terminer l’essai de la nouvelle version.",
      "Où est passé le garçon très pressé ?",
    ],
    names: ["Réunion à Brest, été", "Où est le garçon très pressé", "Élève à la fenêtre"],
  },
  {
    language: "Spanish",
    label: "windows-1252",
    lines: [
      "La tabla de las mareas en España",
      "Esta mañana fuimos al mercado y compramos pescado y más verduras.",
      "Notas de la reunión: terminar la prueba antes del próximo año.",
      "¿Dónde está el niño?",
    ],
    names: ["Notas de la reunión", "La mañana en España", "El niño y el año próximo"],
  },
  {
    language: "Swedish",
    label: "windows-1252",
    lines: [
      "Tidvattnet i hamnen på Åland",
      "I morse gick vi till torget och köpte fisk och grönsaker.",
      "Anteckningar från mötet: prova den nya versionen före måndag.",
      "Räksmörgås är gott på ön",
    ],
    names: ["Anteckningar från mötet på ön", "Räksmörgås och köttbullar", "Båten på Åland"],
  },
  {
    language: "Greek",
    label: "windows-1253",
    lines: [
      "Πίνακας παλίρροιας",
      "Σήμερα το πρωί πήγαμε στην αγορά και αγοράσαμε ψάρια.",
      "Σημειώσεις της συνάντησης: να τελειώσει η δοκιμή ως τη Δευτέρα.",
    ],
    names: ["Σημειώσεις", "Πίνακας παλίρροιας", "Εικόνα"],
  },
  {
    language: "Turkish",
    label: "windows-1254",
    lines: [
      "Gelgit çizelgesi ve limanın haritası",
      "Bu sabah çarşıya gittik, balık ve biraz da sebze aldık.",
      "Toplantı notları: yeni sürümün denemesi pazartesiye kadar bitmeli.",
      "Işıklı şehir, güneşli ağaç, küçük çocuğun öğüdü",
    ],
    names: [],
  },
  {
    language: "Hebrew",
    label: "windows-1255",
    lines: [
      "טבלת הגאות והשפל",
      "הבוקר הלכנו לשוק וקנינו דגים וירקות לארוחה.",
      "רשימות מהפגישה: לסיים את הבדיקה של הגרסה החדשה.",
    ],
    names: ["רשימות מהפגישה", "טבלת הגאות והשפל", "תמונה של הנמל"],
  },
  {
    language: "Arabic",
    label: "windows-1256",
    lines: [
      "جدول المد والجزر",
      "ذهبنا هذا الصباح إلى السوق واشترينا السمك والخضار.",
      "ملاحظات الاجتماع: إنهاء اختبار الإصدار الجديد قبل يوم الاثنين.",
    ],
    names: ["ملاحظات", "جدول المد والجزر", "صورة"],
  },
  {
    language: "Thai",
    label: "windows-874",
    lines: [
      "ตารางน้ำขึ้นน้ำลง",
      "เช้านี้เราไปตลาดและซื้อปลากับผัก",
      "บันทึกการประชุม: ทดสอบรุ่นใหม่ให้เสร็จก่อนวันจันทร์",
    ],
    names: ["บันทึก", "ตารางน้ำขึ้นน้ำลง", "รูปภาพ"],
  },
];
