# Installer for Windows. Installs for one user, into their own folder, without administrator rights. It needs
# only what NSIS includes, so CI can build, install and remove it (ADR 0070). electron-builder defines
# the names in capitals. Memos are in %LOCALAPPDATA%\Tidemark, which the installer doesn't touch.

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WinVer.nsh"
!include "x64.nsh"
!include "Win\COM.nsh"
!include "Win\Propkey.nsh"

SetCompressor /SOLID lzma
RequestExecutionLevel user
ManifestSupportedOS all
Name "${PRODUCT_NAME}"
BrandingText "${PRODUCT_NAME} ${VERSION}"
InstallDir "$LOCALAPPDATA\Programs\${PRODUCT_FILENAME}"
InstallDirRegKey HKCU "Software\${APP_ID}" "InstallLocation"
ShowInstDetails nevershow
ShowUninstDetails nevershow

!define EXE "${PRODUCT_FILENAME}.exe"
!define UNINSTALLER "Uninstall ${PRODUCT_FILENAME}.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${UNINSTALL_APP_KEY}"
!define MARKDOWN "${PRODUCT_FILENAME}.Markdown"
!define LINK "$SMPROGRAMS\${SHORTCUT_NAME}.lnk"

# Takes the files from electron-builder's unpacked folder, which is beside its archive.
!ifdef APP_ARM64
  !searchparse "${APP_ARM64}" "" OUT_DIR "${APP_PACKAGE_NAME}-${VERSION}-arm64.nsis"
  !define APP_DIR "${OUT_DIR}win-arm64-unpacked"
!else
  !searchparse "${APP_64}" "" OUT_DIR "${APP_PACKAGE_NAME}-${VERSION}-x64.nsis"
  !define APP_DIR "${OUT_DIR}win-unpacked"
!endif

!define MUI_FINISHPAGE_RUN "$INSTDIR\${EXE}"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro addLangs

LangString isRunning ${LANG_ENGLISH} "${PRODUCT_NAME} is running. Close it, then retry."
LangString isRunning ${LANG_GERMAN} "${PRODUCT_NAME} läuft noch. Bitte schließen und wiederholen."
LangString isRunning ${LANG_JAPANESE} "${PRODUCT_NAME} が実行中です。終了してから再試行してください。"
LangString isRunning ${LANG_SIMPCHINESE} "${PRODUCT_NAME} 正在运行。请先关闭它，然后重试。"
LangString isForOther ${LANG_ENGLISH} "This is ${PRODUCT_NAME} for another kind of processor, or for a newer Windows."
LangString isForOther ${LANG_GERMAN} "Dieses ${PRODUCT_NAME} ist für einen anderen Prozessor oder ein neueres Windows."
LangString isForOther ${LANG_JAPANESE} "この ${PRODUCT_NAME} は別の種類のプロセッサ用か、より新しい Windows 用です。"
LangString isForOther ${LANG_SIMPCHINESE} "此 ${PRODUCT_NAME} 适用于其他类型的处理器或更新版本的 Windows。"

# Waits until the program's file can be overwritten: asks the user, or waits 30 seconds in silent mode.
!macro WaitForEnd
  StrCpy $R0 0
  ${DoWhile} ${FileExists} "$INSTDIR\${EXE}"
    ClearErrors
    FileOpen $R1 "$INSTDIR\${EXE}" a
    ${IfNot} ${Errors}
      FileClose $R1
      ${Break}
    ${EndIf}
    ${If} ${Silent}
      IntOp $R0 $R0 + 1
      ${If} $R0 > 30
        SetErrorLevel 3
        Quit
      ${EndIf}
      Sleep 1000
    ${ElseIf} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(isRunning)" IDCANCEL`
      SetErrorLevel 1
      Quit
    ${EndIf}
  ${Loop}
!macroend

Function .onInit
  SetShellVarContext current
  !ifdef APP_ARM64
    ${IfNot} ${IsNativeARM64}
  !else
    ${IfNot} ${RunningX64}
    ${OrIfNot} ${AtLeastWin10}
  !endif
    MessageBox MB_OK|MB_ICONSTOP "$(isForOther)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  # In an existing folder of other files, installs into a subfolder: the uninstaller deletes its whole folder.
  ${IfNot} ${FileExists} "$INSTDIR\${EXE}"
  ${AndIf} ${FileExists} "$INSTDIR\*.*"
    StrCpy $INSTDIR "$INSTDIR\${PRODUCT_FILENAME}"
  ${EndIf}
FunctionEnd

Section
  !insertmacro WaitForEnd
  # Deletes files of an earlier version that this one doesn't have.
  RMDir /r "$INSTDIR\resources"
  RMDir /r "$INSTDIR\locales"
  SetOutPath "$INSTDIR"
  File /r "${APP_DIR}\*"
  WriteUninstaller "$INSTDIR\${UNINSTALLER}"

  CreateShortCut "${LINK}" "$INSTDIR\${EXE}"
  Call nameShortcut

  WriteRegStr HKCU "Software\${APP_ID}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${PRODUCT_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${EXE},0"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${COMPANY_NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\${UNINSTALLER}"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\${UNINSTALLER}" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" "${ESTIMATED_SIZE}"

  # Registers the scheme of links that open the app.
  WriteRegStr HKCU "Software\Classes\tidemark" "" "URL:${PRODUCT_NAME}"
  WriteRegStr HKCU "Software\Classes\tidemark" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\tidemark\DefaultIcon" "" "$INSTDIR\${EXE},0"
  WriteRegStr HKCU "Software\Classes\tidemark\shell\open\command" "" '"$INSTDIR\${EXE}" "%1"'

  # Registers the app for Markdown files, without changing the default program.
  WriteRegStr HKCU "Software\Classes\${MARKDOWN}" "" "Markdown"
  WriteRegStr HKCU "Software\Classes\${MARKDOWN}\DefaultIcon" "" "$INSTDIR\${EXE},0"
  WriteRegStr HKCU "Software\Classes\${MARKDOWN}\shell\open\command" "" '"$INSTDIR\${EXE}" "%1"'
  WriteRegStr HKCU "Software\Classes\.md\OpenWithProgids" "${MARKDOWN}" ""
  WriteRegStr HKCU "Software\Classes\.markdown\OpenWithProgids" "${MARKDOWN}" ""
  ${RefreshShellIcons}

  # Starts the app after an update that the app started.
  ${If} ${Silent}
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "--force-run" $R1
    ${IfNot} ${Errors}
      Exec '"$INSTDIR\${EXE}"'
    ${EndIf}
  ${EndIf}
SectionEnd

# Sets the shortcut's AppUserModelID, by which Windows groups a program's windows and notifications.
Function nameShortcut
  !insertmacro ComHlpr_CreateInProcInstance ${CLSID_ShellLink} ${IID_IShellLink} r0 ""
  ${If} $0 P<> 0
    ${IUnknown::QueryInterface} $0 '("${IID_IPersistFile}",.r1)'
    ${If} $1 P<> 0
      ${IPersistFile::Load} $1 '("${LINK}", ${STGM_READWRITE})'
      ${IUnknown::QueryInterface} $0 '("${IID_IPropertyStore}",.r2)'
      ${If} $2 P<> 0
        System::Call 'Oleaut32::SysAllocString(w "${APP_ID}") p.r3'
        System::Call '*${SYSSTRUCT_PROPERTYKEY}(${PKEY_AppUserModel_ID})p.r4'
        System::Call '*${SYSSTRUCT_PROPVARIANT}(${VT_BSTR},,$3)p.r5'
        ${IPropertyStore::SetValue} $2 '($4,$5)'
        System::Call 'Oleaut32::SysFreeString(p r3)'
        System::Free $4
        System::Free $5
        ${IPropertyStore::Commit} $2 ""
        ${IUnknown::Release} $2 ""
        ${IPersistFile::Save} $1 '("${LINK}",1)'
      ${EndIf}
      ${IUnknown::Release} $1 ""
    ${EndIf}
    ${IUnknown::Release} $0 ""
  ${EndIf}
FunctionEnd

Section "Uninstall"
  SetShellVarContext current
  !insertmacro WaitForEnd
  Delete "${LINK}"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  DeleteRegKey HKCU "Software\${APP_ID}"
  DeleteRegKey HKCU "Software\Classes\tidemark"
  DeleteRegKey HKCU "Software\Classes\${MARKDOWN}"
  DeleteRegValue HKCU "Software\Classes\.md\OpenWithProgids" "${MARKDOWN}"
  DeleteRegValue HKCU "Software\Classes\.markdown\OpenWithProgids" "${MARKDOWN}"
  ${RefreshShellIcons}
  RMDir /r "$INSTDIR"
SectionEnd
