/** Noise that repeats after `n` cells, so that a texture of it tiles. */
const NOISE = `#version 300 es
precision highp float;
uniform float uSize;uniform float uSeed;uniform sampler2D uFrom;uniform vec2 uSun;out vec4 o;
float h1(vec2 p){vec3 q=fract(vec3(p.xyx)*.1031+uSeed);q+=dot(q,q.yzx+33.33);return fract((q.x+q.y)*q.z);}
vec2 h2(vec2 p){vec3 q=fract(vec3(p.xyx)*vec3(.1031,.103,.0973)+uSeed);q+=dot(q,q.yzx+33.33);return fract((q.xx+q.yz)*q.zy);}
float val(vec2 p,float n){vec2 i=floor(p),f=fract(p);f=f*f*(3.-2.*f);
return mix(mix(h1(mod(i,n)),h1(mod(i+vec2(1,0),n)),f.x),mix(h1(mod(i+vec2(0,1),n)),h1(mod(i+1.,n)),f.x),f.y);}
float fbm(vec2 u,float n){float a=.5,s=0.;for(int i=0;i<6;i++){s+=a*val(u*n,n);n*=2.;a*=.5;}return s;}
vec2 wor(vec2 u,float n){vec2 p=u*n,i=floor(p),f=fract(p);float d=9.,e=9.;
for(int y=-1;y<2;y++)for(int x=-1;x<2;x++){vec2 g=vec2(x,y),r=g+h2(mod(i+g,n))-f;float q=dot(r,r);if(q<d){e=d;d=q;}else e=min(e,q);}
return sqrt(vec2(d,e));}
float dome(vec2 u,float n){float d=wor(u,n).x;return max(0.,1.-1.15*d*d);}
`;

/** Cloud tops: R height of heaps, B fine wisps, A where there are many. */
export const CLOUD_HEIGHT_SHADER = `${NOISE}
void main(){vec2 u=gl_FragCoord.xy/uSize;
vec2 w=u+.05*vec2(fbm(u,4.),fbm(u+.37,4.));
float puffs=dome(w,6.)*.5+dome(w+.2,13.)*.28+dome(w+.5,27.)*.15+dome(w+.7,54.)*.07;
float big=fbm(u,3.);
float hgt=clamp((puffs-.42)*1.7*(.35+1.1*smoothstep(.25,.75,big))+.12*(fbm(u+.1,16.)-.5),0.,1.);
o=vec4(hgt,0.,fbm(u+.6,12.),smoothstep(.25,.72,fbm(u+.21,3.)));}`;

/** Their light: G is what the sun reaches, looking towards it along the heights. */
export const CLOUD_LIGHT_SHADER = `${NOISE}
float at(vec2 u){return textureLod(uFrom,u,0.).r;}
void main(){vec2 u=gl_FragCoord.xy/uSize;vec4 t=textureLod(uFrom,u,0.);float e=1.5/uSize;
float sh=1.;for(int i=1;i<14;i++){float k=float(i)*.006;sh=min(sh,1.-smoothstep(0.,.32,at(u+uSun*k)-t.r-k*2.4));}
float slope=(at(u-uSun*e*2.)-at(u+uSun*e*2.))*6.;
float wide=textureLod(uFrom,u,4.5).r;
float ao=clamp(.62+(t.r-wide)*1.7,0.,1.);
o=vec4(t.r,clamp((.45+slope)*mix(.35,1.,sh)*.75+ao*.45-.1,0.,1.),t.b,t.a);}`;

/** The land: R tone of a field, G woods and hedges, B built-up, A height of hills. */
export const LAND_SHADER = `${NOISE}
void main(){vec2 u=gl_FragCoord.xy/uSize;vec2 w=u+.02*vec2(fbm(u,6.),fbm(u+.4,6.));
vec2 p=w*7.,i=floor(p),f=fract(p),own=vec2(0.),at=vec2(0.);float d=9.,e=9.;
for(int y=-1;y<2;y++)for(int x=-1;x<2;x++){vec2 g=vec2(x,y),k=mod(i+g,7.),r=g+h2(k)-f;float q=length(r);if(q<d){e=d;d=q;own=k;at=r;}else e=min(e,q);}
float turn=h1(own+3.)*3.14,road=1.-smoothstep(.012,.03,e-d);vec2 l=vec2(at.x*cos(turn)+at.y*sin(turn),at.y*cos(turn)-at.x*sin(turn))*vec2(5.2,3.1)+vec2(20.);
float row=floor(l.y);l.x=l.x*(.7+.6*h1(vec2(row,own.x+own.y*9.)))+h1(vec2(row,own.y))*3.;vec2 cell=floor(l),edge=.5-abs(fract(l)-.5);
float tone=h1(cell+own*13.+7.),line=min(edge.x/5.2,edge.y/3.1);
float grain=fbm(u,64.),hedge=max(road,(1.-smoothstep(.006,.016,line))*step(.4,h1(cell+5.)))*(.3+.9*grain);
tone=mix(tone,tone*(.9+.2*step(.5,fract(l.y*7.))),step(.6,h1(cell+own+2.)));
float ridge=1.-abs(2.*fbm(u+.3,5.)-1.);ridge=ridge*ridge*(.6+.4*fbm(u,16.));
o=vec4(tone*.86+.14*grain,max(smoothstep(.52,.56,fbm(u+.8,7.)),hedge*.8),smoothstep(.5,.72,fbm(u+.15,6.))*(.5+.5*step(.35,h1(floor(w*180.)))),ridge);}`;

/** Drops on the pane: RG where in its drop a point lies (0.5 is its middle), B how much it is one, A how large. */
export const RAINDROP_SHADER = `${NOISE}
void main(){vec2 u=gl_FragCoord.xy/uSize;vec4 best=vec4(.5,.5,0.,0.);
for(int l=0;l<3;l++){float n=l==0?11.:l==1?21.:41.;vec2 p=u*n,i=floor(p),f=fract(p);
for(int y=-1;y<2;y++)for(int x=-1;x<2;x++){vec2 g=vec2(x,y),k=mod(i+g,n);vec2 c=h2(k+float(l)*17.);float s=h1(k+float(l)*31.+3.);
if(s<(l==2?.86:.6))continue;vec2 r=f-g-c;r.y*=.9;r.x+=.03*sin(r.y*9.+s*20.);float rad=.1+.16*(s-.55)/.45;float q=length(r)/rad;
if(q<1.&&(1.-q)*4.>best.z)best=vec4(.5+.5*r/rad,min(1.,(1.-q)*4.),rad*11./n/.26);}}
o=best;}`;
